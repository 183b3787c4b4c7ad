(* Moves into a set, counted up to a limit: the classes of words for the position after the move, and
   the tallies that are met along the words of all positions. *)
open Work

type run = (int * int) * int list
module Classes = Numbered (struct
  type t = run list
  let rec equal a b = match a, b with
    | [], [] -> true
    | ((i, s), l) :: a, ((j, t), m) :: b -> (i : int) = j && (s : int) = t && equal_lists l m && equal a b
    | _ -> false
  let hash = List.fold_left (fun h ((i, s), l) -> List.fold_left mix (mix (mix h i) s) l)
end)
module Tallies = Numbered (struct
  type t = (int * int) * (int * int) list
  let rec equal_tallies a b = match a, b with
    | [], [] -> true
    | (c, n) :: a, (d, m) :: b -> (c : int) = d && (n : int) = m && equal_tallies a b
    | _ -> false
  let equal ((e, s), a) ((f, t), b) = (e : int) = f && (s : int) = t && equal_tallies a b
  let hash h ((e, s), tally) =
    List.fold_left (fun h (d, n) -> mix (mix h d) n) (mix (mix h e) s) tally
end)

(* Classes by number, 0 without runs and 1 where all begin; where two letters lead, if not to 0. *)
type classes = { moves : Walks.moves; met : Classes.t; next : (int * int * int, int) Hashtbl.t;
                 known : (int * int, int list) Hashtbl.t }

let classes moves =
  let met = Classes.create () in
  List.iter (fun runs -> ignore (Classes.add met runs)) [[]; Walks.starts moves];
  { moves; met; next = Hashtbl.create 997; known = Hashtbl.create 997 }

let runs classes d = if d < classes.met.count then classes.met.items.(d) else []
let is_good classes d = List.exists (Walks.accepts classes.moves) (runs classes d)

(* The classes to which a letter of the position before the move leads, one for each letter of the one
   after it that leaves a run. Runs are in the order of ways. *)
let followers classes d a =
  match Hashtbl.find_opt classes.known (d, a) with
  | Some found -> found
  | None ->
    let letters = Array.length classes.moves.setting.digits in
    let after = Array.make letters [] and found = ref [] in
    spend letters;
    List.iter (fun run -> Walks.follow classes.moves run a (fun run l -> after.(l) <- run :: after.(l)))
      (List.rev (runs classes d));
    Array.iteri (fun l runs -> if runs <> [] then begin
      spend (20 + 40 * List.length runs);
      let e = Classes.add classes.met runs in
      Hashtbl.add classes.next (d, a, l) e;
      found := e :: !found
    end) after;
    Hashtbl.add classes.known (d, a) !found;
    !found

(* The tally after one more letter of the position before the move. The proved function asks for each
   letter of the other one. *)
let pushed limit classes letters tally a =
  List.fold_left (fun after (d, n) ->
    let found = followers classes d a in
    spend (5 + letters + List.length found * (5 + List.length after));
    List.fold_left (fun after e -> V.add_to limit e n after) after found) [] tally

(* How many words of a tally are those of moves into the set. *)
let ends classes =
  List.fold_left (fun sum (d, n) ->
    spend (1 + List.length (runs classes d));
    if is_good classes d then sum + n else sum) 0

(* Each tally is looked at when it is met: of a false claim there may be very many. The classes that no
   tally names are found only then. *)
let counted limit (every : Walks.set) (moves : Walks.moves) =
  let letters = Array.length moves.setting.digits and set = moves.target.raw in
  let classes = classes moves and met = Tallies.create () in
  ignore (Tallies.add met ((every.raw.start, set.start), [1, 1]));
  Tallies.walk met (150 + letters) (fun _ ((e, s), tally) ->
    if every.raw.accepting.(e) then begin
      let is_few = ends classes tally < limit in
      if set.accepting.(s) <> is_few then
        raise (Rejected (Printf.sprintf "%s %d" (if is_few then "few" else "many") limit))
    end;
    List.iter (fun ((a, _), after) ->
      ignore (Tallies.add met ((after, set.table.(s).(a)), pushed limit classes letters tally a)))
      (Lazy.force every.live.(e)));
  Classes.walk classes.met 150 (fun d runs ->
    spend (letters * letters * (1 + List.length runs));
    for a = 0 to letters - 1 do ignore (followers classes d a) done);
  let good = Array.init classes.met.count (is_good classes) in
  { V.class_count = max 2 classes.met.count; class_runs = runs classes;
    class_next = (fun d a l -> Option.value (Hashtbl.find_opt classes.next (d, a, l)) ~default:0);
    class_good = (fun d -> d < Array.length good && good.(d)) }, Tallies.nodes met
