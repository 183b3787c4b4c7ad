(* marienbad-verified: certificates checked by a function that is proved in Coq.

   What is read here, and what is printed of it, is not proved; Verified, which alone accepts, is. *)
open Certificate
open Work

let numbers = Array.to_list
let rows table = List.rev (List.rev_map Array.to_list (Array.to_list table))

(* ** What is claimed, as the theorem speaks of it *)

let game c =
  let take (t : take) =
    let names = List.sort_uniq compare
        (List.filter_map (function Name s -> Some s | Number _ -> None) t.amounts) in
    let rec place i s = function
      | [] -> None
      | first :: rest -> if first = s then Some i else place (i + 1) s rest in
    let number s = Option.get (place 0 s names) in
    let amount = function Number v -> V.Number (Numbers.z v) | Name s -> V.Name (number s)
    and variable s = match place 0 s names with
      | Some i -> V.Amount i
      | None -> V.Heap (Option.get (place 0 s heap_names)) in
    let bound = function
      | Range (low, high) -> { V.low = Option.map Numbers.z low; high = Option.map Numbers.z high;
                               modulus = Numbers.z 0; residue = Numbers.z 0 }
      | Congruence (modulus, residue) -> { V.low = None; high = None; modulus = Numbers.z modulus;
                                           residue = Numbers.z residue } in
    let requirement (r : condition) =
      { V.form = List.map (fun (s, factor) -> variable s, Numbers.z factor) r.form; bound = bound r.bound } in
    { V.amounts = List.map amount t.amounts; places = t.places;
      requirements = List.map requirement t.where } in
  { V.heaps = c.heaps; takes = List.map take c.takes; language = rows c.numeration.language;
    free = numbers c.numeration.free }

let automaton (a : automaton) =
  let accepting = List.filter (fun q -> a.accepting.(q)) (List.init (Array.length a.table) Fun.id) in
  { V.start = a.start; accepting; table = rows a.table }

(* ** What is guessed *)

let setting c system =
  let digits = Array.init c.letters (fun a ->
    List.init c.heaps (fun heap -> a / power c.base (c.heaps - 1 - heap) mod c.base)) in
  let known = Hashtbl.create 97 and atoms = ref [] in
  let atom condition = match Hashtbl.find_opt known condition with
    | Some found -> found
    | None ->
      let found = Atoms.atom system c.heaps c.base digits (Hashtbl.length known) condition in
      Hashtbl.add known condition found;
      atoms := found :: !atoms;
      found in
  let way (w : Rules.way) =
    let kept = List.filter (fun j -> not (List.mem j w.touched)) (List.init c.heaps Fun.id) in
    let code letter = List.fold_left (fun n j -> n * c.base + List.nth letter j) 0 kept in
    { Walks.kept; codes = Array.map code digits; atoms = List.map atom w.conditions } in
  let ways = Array.of_list (List.map way (Rules.ways c.heaps c.takes)) in
  { Walks.digits; atoms = List.rev !atoms; ways }

let frame c (system : Numbers.system) (setting : Walks.setting) every label =
  let ways = Array.map (fun (w : Walks.way) ->
    { V.kept = w.kept; atoms = List.map (fun (a : Atoms.atom) -> a.number) w.atoms }) setting.ways in
  let tables = Array.of_list (List.map (fun (a : Atoms.atom) -> a.verified) setting.atoms) in
  { V.frame_phases = numbers system.phases; frame_below = Numbers.below_of c.numeration system.phases;
    frame_nothing = List.map (fun (place, row) -> place, Numbers.zs row) system.nothing;
    table_count = Array.length tables; table_at = (fun i -> tables.(i));
    every = every.Walks.verified; label; way_count = Array.length ways; way_at = (fun i -> ways.(i)) }

let check c =
  let system = Numbers.system_of c.numeration in
  let setting = setting c system in
  if Rules.is_like_ours c.game && not (Rules.has_named_rules c) then
    raise (Rejected ("rules " ^ Json.shown c.game));
  let digits = setting.digits in
  let raw, label = Walks.everything c.numeration system.phases c.heaps digits in
  let every = Walks.set_of digits raw in
  let game = game c and frame = frame c system setting every label in
  let read a =
    let set = Walks.set_of digits a in
    set, { V.auto_of = set.verified; words_met = Walks.words every set } in
  let positions a =
    let set, verified = read a in
    Walks.check_zeros (Array.length c.numeration.free) set;
    set, verified in
  let complaints = ref [] in
  let covered claim witness set others moves =
    let found, complain = Walks.covered claim witness set others moves digits in
    complaints := complain :: !complaints;
    found in
  let is_shown () = match c.claim with
    | Normal part ->
      let set, verified = positions part.positions in
      let moves = Walks.moves setting set in
      let inside = Walks.no_move "inside" set moves in
      V.check_normal game frame (automaton part.positions) verified inside
        (covered "cover" part.cover every [set] moves)
    | Misere (part, terminal, movable) ->
      let set, verified = positions part.positions and ended, finished = read terminal in
      let moves = Walks.moves setting set and all = Walks.moves setting every in
      let inside = Walks.no_move "inside" set moves in
      let none = Walks.no_move "terminal" ended all in
      let movable = covered "movable" movable set [] all in
      V.check_misere game frame (automaton part.positions) verified (automaton terminal) finished
        inside none (covered "cover" part.cover every [set; ended] moves) movable
    | Values parts ->
      let level (lower, levels) part =
        let set, verified = positions part.positions in
        let moves = Walks.moves setting set in
        let apart = List.map (Walks.apart set) lower in
        let level_inside = Walks.no_move "inside" set moves in
        let witness = covered "cover" part.cover every (set :: lower) moves in
        set :: lower, { V.level_automaton = automaton part.positions; level_set = verified; level_inside;
                        level_witness = witness; level_apart = apart } :: levels in
      V.check_values game frame (snd (Array.fold_left level ([], []) parts))
    | Blocking (block, claimed) ->
      let set, verified = positions claimed in
      let classes, nodes = Counting.counted block every (Walks.moves setting set) in
      V.check_blocking game frame block (automaton claimed) verified classes nodes in
  (* A witness may lead to what there is not. *)
  if not (try is_shown () with Invalid_argument _ -> false) then begin
    List.iter (fun complain -> complain ()) !complaints;
    raise (Rejected "proof")
  end

(* ** Files *)

let text name =
  let channel = open_in_bin name in
  Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () ->
    let buffer = Buffer.create 65536 in
    (try
      while Buffer.length buffer <= Json.longest do
        Buffer.add_channel buffer channel (min 65536 (Json.longest + 1 - Buffer.length buffer))
      done
    with End_of_file -> ());
    Buffer.contents buffer)

let verdict name = match
    left := Json.most_steps;
    let c = read (text name) in
    check c;
    Statement.lines c with
  | lines -> 0, String.concat "\n  " ("accepted" :: lines)
  | exception Json.Unreadable reason -> 2, "unreadable: " ^ reason
  | exception Rejected reason -> 1, "rejected: " ^ reason
  | exception Sys_error reason -> 2, "unreadable: " ^ Json.shown reason
  | exception (Stack_overflow | Out_of_memory) ->
    2, Printf.sprintf "unreadable: work %d" Json.most_steps

let most_words = 250_000_000  (* of memory, eight bytes each *)

let () =
  if Array.length Sys.argv < 2 then (prerr_endline "usage: marienbad-verified FILE ..."; exit 2);
  ignore (Gc.create_alarm (fun () ->
    if (Gc.quick_stat ()).heap_words > most_words then raise Out_of_memory));
  let worst = ref 0 in
  for i = 1 to Array.length Sys.argv - 1 do
    let status, said = verdict Sys.argv.(i) in
    Printf.printf "%s: %s\n%!" (Json.shown Sys.argv.(i)) said;
    worst := max !worst status
  done;
  exit !worst
