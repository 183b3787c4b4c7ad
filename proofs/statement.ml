(* What is said of a certificate that is accepted, in the words of checker.py. *)
open Certificate

let shown = 10
let most_tried = 100_000  (* positions *)

let claimed c = match c.claim with
  | Normal part | Misere (part, _, _) -> part.positions
  | Values parts -> parts.(Array.length parts - 1).positions
  | Blocking (_, positions) -> positions

(* The weights, as far as they are needed for numbers below a limit: lengths are whole periods. The
   digit of a weight above the number is 0, however large the weight is: so none need be larger than
   this, and none becomes too large for an int. *)
let largest_weight = 1 lsl 40

let weights c limit =
  let language = c.numeration.language and free = c.numeration.free in
  let sum counts = Array.fold_left (fun n q -> min largest_weight (n + counts.(q))) 0 in
  let rec from i counts found =
    let weight = counts.(free.(i mod Array.length free)) in
    if i mod Array.length free = 0 && weight > limit then found
    else from (i + 1) (Array.map (sum counts) language) (weight :: found) in
  from 0 (Array.make (Array.length language) 1) []

(* Whether the automaton accepts a position, each heap written greedily. *)
let accepts c position =
  let automaton = claimed c in
  let read (state, rest) weight =
    let letter = List.fold_left (fun n x -> n * c.base + x / weight) 0 rest in
    automaton.table.(state).(letter), List.map (fun x -> x mod weight) rest in
  let largest = List.fold_left max 0 position in
  automaton.accepting.(fst (List.fold_left read (automaton.start, position) (weights c largest)))

let rec with_total heaps total =
  if heaps = 1 then [[total]]
  else List.concat_map (fun x -> List.map (fun rest -> x :: rest) (with_total (heaps - 1) (total - x)))
      (List.init (total + 1) Fun.id)

(* The first positions by total, one more than are shown if so many are found, and the total up to
   which there are no others. *)
let first_positions c =
  let rec from total tried found =
    if List.length found > shown || tried > most_tried then List.rev found, total - 1
    else
      let positions = with_total c.heaps total in
      from (total + 1) (tried + List.length positions)
        (List.rev_append (List.filter (accepts c) positions) found) in
  from 0 0 []

(* How many positions there are, if no more than are shown: words that begin with no period of zeros,
   counted along the states from which acceptance can be reached; where one comes again, endless. *)
exception Endless

let number_of_positions c =
  let { start; accepting; table } = claimed c in
  let sources = Array.make (Array.length table) [] and useful = Array.copy accepting in
  Array.iteri (fun q -> Array.iter (fun t -> if t <> 0 then sources.(t) <- q :: sources.(t))) table;
  let rec mark q =
    List.iter (fun s -> if not useful.(s) then (useful.(s) <- true; mark s)) sources.(q) in
  Array.iteri (fun q accepts -> if accepts then mark q) accepting;
  let known = Array.make (Array.length table) (-1) and waiting = -2 in
  let one q = if accepting.(q) then 1 else 0 in
  let rec from q =
    if known.(q) = waiting then raise Endless;
    if known.(q) < 0 then begin
      known.(q) <- waiting;
      known.(q) <- Array.fold_left add (one q) table.(q)
    end;
    known.(q)
  and add n target = if useful.(target) then min (shown + 1) (n + from target) else n in
  let rec after_zeros n q =
    if n = 0 then 0
    else
      let others = Array.sub table.(q) 1 (c.letters - 1) in
      Array.fold_left add (after_zeros (n - 1) table.(q).(0)) others in
  try one start + after_zeros (Array.length c.numeration.free) start with Endless -> shown + 1

let positions_line c =
  let written position = "(" ^ String.concat ", " (List.map string_of_int position) ^ ")" in
  let found, total = first_positions c in
  let some = List.filteri (fun i _ -> i < shown) (List.map written found) in
  let is_enough = List.length found > shown in
  let count =
    if is_enough then "the first by total"
    else if number_of_positions c = List.length found then "all"
    else Printf.sprintf "up to the total %d" total in
  let listed = some @ (if is_enough then ["..."] else []) in
  let kind = match c.claim with
    | Values parts -> Printf.sprintf "of Grundy value %d" (Array.length parts - 1)
    | _ -> "to leave" in
  Printf.sprintf "positions %s, %s: %s" kind count
    (if listed = [] then "none" else String.concat ", " listed)

let lines c =
  let game =
    if Rules.is_like_ours c.game then c.game
    else if Rules.is_text_of_rules c.game then "its name is a text of rules, which was not read"
    else Printf.sprintf "called \"%s\" by its author" c.game in
  let names = String.concat ", " (List.filteri (fun i _ -> i < c.heaps) heap_names) in
  let ending = match c.claim with Misere _ -> "loses" | _ -> "wins" in
  let more = match c.claim with
    | Values parts -> [Printf.sprintf "value: %d" (Array.length parts - 1)]
    | Blocking (block, _) ->
      [Printf.sprintf "block: %d (the other player may forbid up to %d of the positions to which a move leads)"
         block (block - 1)]
    | _ -> [] in
  ["game: " ^ game; Printf.sprintf "heaps: %d (%s), of every size" c.heaps names;
   "ending: the last to move " ^ ending] @ more
  @ List.map (fun take -> "move: " ^ Rules.written take) c.takes
  @ [positions_line c; "SHA-256 of the claim: " ^ Sha256.hexadecimal (Rules.claim_text c)]
