(* The moves of a certificate: the ways of its takes, as numbered and written in
   docs/certificates.md, and what a name must mean. *)
open Certificate

type condition = { form : int list; low : int option; high : int option; modulus : int;
                   residue : int }
type way = { touched : int list; conditions : condition list }

(* ** Ways *)

let admits_zero c =
  if c.modulus > 0 then c.residue mod c.modulus = 0
  else (match c.low with Some l -> l <= 0 | None -> true)
    && (match c.high with Some h -> 0 <= h | None -> true)

let signed c =
  if List.find_opt (fun f -> f <> 0) c.form > Some 0 then c
  else { form = List.map (~-) c.form; low = Option.map (~-) c.high; high = Option.map (~-) c.low;
         modulus = c.modulus; residue = - c.residue }

(* The text by which the conditions of a way are ordered. *)
let ordering c =
  let bound = function Some n -> string_of_int n | None -> "None" in
  Printf.sprintf "Condition(form=(%s), low=%s, high=%s, modulus=%d, residue=%d)"
    (String.concat ", " (List.map string_of_int c.form)) (bound c.low) (bound c.high) c.modulus
    c.residue

(* All sequences of so many different heaps, in alphabetical order, perhaps only ascending ones. *)
let rec sequences heaps ascending count = match count with
  | 0 -> [[]]
  | _ ->
    List.concat_map (fun start ->
      List.filter_map (fun j ->
        if List.mem j start || (ascending && List.exists (fun i -> i > j) start) then None
        else Some (start @ [j])) (List.init heaps Fun.id))
      (sequences heaps ascending (count - 1))

let choices heaps (take : take) = match take.places with
  | Some chosen -> [chosen]
  | None ->
    let equal = List.for_all (fun a -> a = List.hd take.amounts) take.amounts in
    sequences heaps equal (List.length take.amounts)

let plus one factor other = List.map2 (fun a b -> a + factor * b) one other

(* What a take asks for a choice of heaps. *)
let asked heaps (take : take) chosen =
  let unit i = List.init (2 * heaps) (fun j -> if i = j then 1 else 0) in
  let range form low high = { form; low; high; modulus = 0; residue = 0 } in
  let forms = Hashtbl.create 8 in
  List.iteri (fun i name -> if i < heaps then Hashtbl.add forms name (unit i)) heap_names;
  let taken = List.map2 (fun heap amount ->
    let form = plus (unit heap) (-1) (unit (heaps + heap)) in
    match amount with
    | Number v -> range form (Some v) (Some v)
    | Name name ->
      match Hashtbl.find_opt forms name with
      | Some before -> range (plus form (-1) before) (Some 0) (Some 0)
      | None -> Hashtbl.add forms name form; range form (Some 1) None) chosen take.amounts in
  let own (c : Certificate.condition) =
    let form = List.fold_left (fun form (name, factor) ->
      plus form factor (Hashtbl.find forms name)) (List.init (2 * heaps) (fun _ -> 0)) c.form in
    match c.bound with
    | Range (None, None) -> None
    | Range (low, high) -> Some (range form low high)
    | Congruence (modulus, residue) -> Some { form; low = None; high = None; modulus; residue } in
  taken @ List.filter_map own take.where

let ways_of heaps (take : take) =
  List.filter_map (fun chosen ->
    let constant, real =
      List.partition (fun c -> List.for_all ((=) 0) c.form) (asked heaps take chosen) in
    if not (List.for_all admits_zero constant) then None
    else
      let ordered = List.sort (fun a b -> compare (ordering a) (ordering b)) in
      Some { touched = List.sort compare chosen;
             conditions = ordered (List.sort_uniq compare (List.map signed real)) })
    (choices heaps take)

(* Every way, each once, in the order of takes and choices. *)
let ways heaps takes =
  let met = Hashtbl.create 97 in
  List.filter (fun way ->
    let key = way.touched, List.map ordering way.conditions in
    not (Hashtbl.mem met key) && (Hashtbl.add met key (); true))
    (List.concat_map (ways_of heaps) takes)

(* ** The claim in text *)

let compact numbers = "[" ^ String.concat "," (List.map string_of_int numbers) ^ "]"
let bracketed texts = "[" ^ String.concat "," texts ^ "]"

let moves_text heaps takes =
  let bound = function Some n -> string_of_int n | None -> "null" in
  let condition c =
    let residue = if c.modulus = 0 then 0 else ((c.residue mod c.modulus) + c.modulus) mod c.modulus in
    bracketed [compact c.form; bound c.low; bound c.high; string_of_int c.modulus;
               string_of_int residue] in
  let way w =
    bracketed [compact w.touched;
               bracketed (List.sort_uniq compare (List.map condition w.conditions))] in
  bracketed (List.sort_uniq compare (List.map way (List.concat_map (ways_of heaps) takes)))

(* States numbered as they are met from the first ones, and their rows with the new numbers. *)
let renumbered rows first =
  let number = Hashtbl.create 997 and waiting = Queue.create () and met = ref [] in
  let meet q = if not (Hashtbl.mem number q) then begin
    Hashtbl.add number q (Hashtbl.length number); Queue.add q waiting; met := q :: !met end in
  List.iter meet first;
  while not (Queue.is_empty waiting) do Array.iter meet rows.(Queue.pop waiting) done;
  let met = List.rev !met in
  met, List.rev (List.rev_map (fun q ->
    compact (List.map (Hashtbl.find number) (Array.to_list rows.(q)))) met)

let claim_text c =
  let automaton, format, middle = match c.claim with
    | Normal part -> part.positions, 1, 0
    | Misere (part, _, _) -> part.positions, 1, 1
    | Values parts ->
      let value = Array.length parts - 1 in
      parts.(value).positions, 2, value
    | Blocking (block, positions) -> positions, 3, block in
  let _, language = renumbered c.numeration.language [0] in
  let met, table = renumbered automaton.table [0; automaton.start] in
  let numbered = List.mapi (fun i q -> i, q) met in
  let accepting = List.filter_map (fun (i, q) ->
    if automaton.accepting.(q) then Some i else None) numbered in
  String.concat "," [Printf.sprintf "\"marienbad claim %d\"" format; string_of_int c.heaps;
    string_of_int middle; moves_text c.heaps c.takes; bracketed language; compact accepting;
    bracketed table]

(* A take in the language of rules. *)
let written (take : take) =
  let term is_first (name, factor) =
    let sign = if is_first then (if factor < 0 then "-" else "")
      else if factor < 0 then " - " else " + " in
    sign ^ (if abs factor = 1 then name else Printf.sprintf "%d * %s" (abs factor) name) in
  let condition (c : Certificate.condition) =
    let form = match c.form with
      | [] -> "0"
      | pairs -> String.concat "" (List.mapi (fun i pair -> term (i = 0) pair) pairs) in
    match c.bound with
    | Congruence (modulus, residue) ->
      let form = if is_identifier form then form else "(" ^ form ^ ")" in
      Some (Printf.sprintf "%s %% %d == %d" form modulus (((residue mod modulus) + modulus) mod modulus))
    | Range (None, None) -> None
    | Range (Some low, Some high) when low = high -> Some (Printf.sprintf "%s == %d" form low)
    | Range (low, high) ->
      Some ((match low with Some l -> Printf.sprintf "%d <= " l | None -> "") ^ form
            ^ (match high with Some h -> Printf.sprintf " <= %d" h | None -> "")) in
  let amount = function Number v -> string_of_int v | Name s -> s in
  let from = match take.places with
    | None -> List.nth ["one"; "two"; "three"; "all"] (List.length take.amounts - 1)
    | Some chosen -> String.concat ", " (List.map (List.nth heap_names) chosen) in
  let where = List.filter_map condition take.where in
  Printf.sprintf "take %s from %s" (String.concat ", " (List.map amount take.amounts)) from
  ^ (if where = [] then "" else " where " ^ String.concat " and " where)

(* ** Names *)

let ours = ["nim"; "marienbad"; "wythoff"; "euclid"; "lucas"; "order"; "spite"; "takeaway";
            "fibonacci"; "nimhoff"; "moore"; "octal"; "kayles"; "dawson"; "subtraction"; "rules"]
let is_text_of_rules = begins "rules:"
let is_like_ours name =
  let small = String.lowercase_ascii name in
  let letters = String.of_seq (Seq.filter (fun c -> c >= 'a' && c <= 'z') (String.to_seq small)) in
  List.exists (fun prefix -> begins prefix letters) ours && not (is_text_of_rules name)

let plain ?places ?(where = []) amounts = { amounts; places; where }
let names = List.map (fun s -> Name s)
let one = plain (names ["n"])
let both = plain (names ["n"; "n"])

let lucas =
  let takes (amounts, larger, smaller) =
    let more high = { form = [larger, 1; smaller, -1]; bound = Range (Some 1, high) } in
    let whole (name, heap) = { form = [name, 1; heap, -1]; bound = Range (Some 0, Some 0) } in
    let least = { form = [smaller, 1]; bound = Range (Some 2, None) } in
    [plain (List.map (fun v -> Number v) amounts) ~places:[0; 1] ~where:[more None];
     plain (names ["c"; "d"]) ~places:[0; 1]
       ~where:[whole ("c", "x"); whole ("d", "y"); more (Some 1); least]] in
  one :: both :: List.concat_map takes [[1; 2], "y", "x"; [2; 1], "x", "y"]

let nimhoff h =
  let numbers = List.init h (fun i -> i + 1) in
  one :: List.concat_map (fun c -> List.filter_map (fun d ->
    if c <= d && c + d < h then Some (plain [Number c; Number d]) else None) numbers) numbers

let moore k = one :: (if k > 1 then [plain (names ["c"; "d"])] else [])

let wythoff a b =
  let congruence form = if b > 1 then [{ form; bound = Congruence (b, 0) }] else [] in
  let difference = ["c", 1; "d", -1] and reach = (a - 1) * b in
  let near = { form = difference; bound = Range (Some (-reach), Some reach) } in
  [plain (names ["n"]) ~where:(congruence ["n", 1]);
   if a = 1 then both
   else plain (names ["c"; "d"]) ~where:(near :: congruence difference)]

(* Every name of ours that a certificate can have: heaps, 0 for any number, the ending, the takes. *)
let known =
  let numbers low high = List.init (high - low + 1) (fun i -> low + i) in
  let endings name heaps takes =
    let other = name ^ (if String.contains name ':' then "," else ":") ^ "misere" in
    [name, (heaps, false, takes); other, (heaps, true, takes)] in
  let wythoffs = List.concat_map (fun a -> List.concat_map (fun b ->
    let given = (if a > 1 then [Printf.sprintf "a=%d" a] else [])
              @ (if b > 1 then [Printf.sprintf "b=%d" b] else []) in
    let name = String.concat ":" ("wythoff" :: (if given = [] then [] else [String.concat "," given])) in
    endings name 2 (wythoff a b)) (numbers 1 99)) (numbers 1 99) in
  let found = Hashtbl.create 9973 in
  List.iter (fun (name, rules) -> Hashtbl.replace found name rules)
    (["nim", (0, false, [one]); "marienbad", (0, true, [one])] @ endings "lucas" 2 lucas
     @ List.map (fun h -> Printf.sprintf "nimhoff:h=%d" h, (2, false, nimhoff h)) (numbers 2 10)
     @ List.concat_map (fun k -> endings (Printf.sprintf "moore:k=%d" k) 2 (moore k)) (numbers 1 7)
     @ wythoffs);
  found

(* Whether a name that is like one of ours is that of the moves; none of ours forbids anything. *)
let has_named_rules c =
  let is_misere = match c.claim with Misere _ -> true | _ -> false in
  match c.claim, Hashtbl.find_opt known c.game with
  | Blocking _, _ | _, None -> false
  | _, Some (heaps, misere, takes) ->
    (heaps = 0 || heaps = c.heaps) && misere = is_misere
    && moves_text c.heaps takes = moves_text c.heaps c.takes
