(* Automata that are read side by side: words, moves and witnesses. *)
open Certificate
open Work

(* A way: the heaps that stay, the letters as they see them, and its conditions. *)
type way = { kept : int list; codes : int array; atoms : Atoms.atom list }
type setting = { digits : int list array; atoms : Atoms.atom list; ways : way array }

(* An automaton as the proved function looks into it: of each state, the letters that lead elsewhere
   than to 0, by number and by digits, and where. *)
type set = { raw : automaton; live : ((int * int list) * int) list Lazy.t array; verified : V.auto }

let set_of digits raw =
  let coded = Array.mapi (fun a letter -> a, letter) digits in
  let edges row =
    let found = ref [] in
    for a = Array.length row - 1 downto 0 do
      if row.(a) <> 0 then found := (coded.(a), row.(a)) :: !found
    done;
    !found in
  let live = Array.map (fun row -> lazy (edges row)) raw.table in
  { raw; live;
    verified = {
      V.states = Array.length raw.table; init = raw.start;
      delta = (fun s a -> raw.table.(s).(a)); edges = (fun s -> Lazy.force live.(s));
      final = (fun s -> raw.accepting.(s)) } }

(* The automaton E of all positions, and the states of the digit language of each of its states. *)
module Labels = Numbered (struct
  type t = int list
  let equal = equal_lists
  let hash = List.fold_left mix
end)

let everything (numeration : numeration) phases heaps digits =
  let letters = Array.length digits in
  let met = Labels.create () and rows = ref [] in
  let step q d = if d < Array.length numeration.language.(q) then numeration.language.(q).(d)
    else raise Exit in
  ignore (Labels.add met (List.init heaps (fun _ -> 0)));
  Labels.walk met (150 + 5 * letters) (fun _ label ->
    if met.count >= most_states then Json.unreadable "list" (range 1 most_states);
    rows := Array.map (fun letter ->
      match List.map2 step label letter with
      | after -> 1 + Labels.add met after
      | exception Exit -> 0) digits :: !rows);
  let table = Array.of_list (Array.make letters 0 :: List.rev !rows) in
  let accepting = Array.init (Array.length table) (fun i ->
    i > 0 && phases.(List.hd met.items.(i - 1)) = 0) in
  { start = 1; accepting; table }, (fun i -> met.items.(max 0 (i - 1)))

(* Only words of numbers are read, and none is accepted in the middle of a period. *)
let words every set =
  let met = Pairs.create () in
  ignore (Pairs.add met (every.raw.start, set.raw.start));
  Pairs.walk met (150 + Array.length set.raw.table.(0)) (fun _ (e, s) ->
    if (s > 0 && e = 0) || (set.raw.accepting.(s) && not every.raw.accepting.(e)) then
      raise (Rejected "words");
    List.iter (fun ((a, _), target) -> ignore (Pairs.add met (every.raw.table.(e).(a), target)))
      (Lazy.force set.live.(s)));
  Pairs.nodes met

let check_zeros period set =
  let rec from n state = if n = 0 then state else from (n - 1) set.raw.table.(state).(0) in
  if from period set.raw.start <> set.raw.start then raise (Rejected "zeros")

(* The words that two automata accept; there must be none. *)
let apart one other =
  let met = Pairs.create () in
  ignore (Pairs.add met (one.raw.start, other.raw.start));
  Pairs.walk met (150 + Array.length one.raw.table.(0)) (fun _ (s, t) ->
    if one.raw.accepting.(s) && other.raw.accepting.(t) then raise (Rejected "values");
    List.iter (fun ((a, _), target) ->
      let after = other.raw.table.(t).(a) in
      if after <> 0 then ignore (Pairs.add met (target, after))) (Lazy.force one.live.(s)));
  Pairs.nodes met

(* ** Runs *)

(* Moves that end in a set; the transitions of each state by the digits of the heaps that stay. *)
type moves = { setting : setting; target : set; sorted : (int * int, (int * int) list array) Hashtbl.t }
let moves setting target = { setting; target; sorted = Hashtbl.create 997 }

let ends moves i state =
  match Hashtbl.find_opt moves.sorted (i, state) with
  | Some found -> found
  | None ->
    let codes = moves.setting.ways.(i).codes in
    let found = Array.make (Array.length codes) [] in
    spend (4 * Array.length codes);
    List.iter (fun ((l, _), target) -> found.(codes.(l)) <- (l, target) :: found.(codes.(l)))
      (List.rev (Lazy.force moves.target.live.(state)));
    Hashtbl.add moves.sorted (i, state) found;
    found

(* Call [meet] with each run to which a letter of the position before the move can lead, and with the
   letter of the one after; for a run the letters are many. *)
let follow moves ((i, state), states) =
  let way = moves.setting.ways.(i) and found = ends moves i state in
  fun a meet ->
  let rec step (atoms : Atoms.atom list) states l = match atoms, states with
    | atom :: atoms, s :: states ->
      let next = atom.table.(s).(atom.before.(a) + atom.after.(l)) in
      if next = 0 then raise_notrace Exit else next :: step atoms states l
    | _ -> [] in
  spend 1;
  List.iter (fun (l, target) ->
    spend 1;
    match step way.atoms states l with
    | next -> meet ((i, target), next) l
    | exception Exit -> ()) found.(way.codes.(a))

let accepts moves ((i, state), states) =
  moves.target.raw.accepting.(state)
  && List.for_all2 (fun (atom : Atoms.atom) s -> atom.accepts.(s)) moves.setting.ways.(i).atoms states

let starts moves =
  List.init (Array.length moves.setting.ways) (fun i ->
    (i, moves.target.raw.start), List.map (fun _ -> 1) moves.setting.ways.(i).atoms)

(* From no position of a set one of the moves is possible: walk both at once. *)
let no_move claim set moves =
  let met = Steps.create () in
  List.iter (fun run -> ignore (Steps.add met (set.raw.start, run))) (starts moves);
  Steps.walk met (150 + Array.length set.raw.table.(0)) (fun _ (s, run) ->
    if set.raw.accepting.(s) && accepts moves run then raise (Rejected claim);
    let follow = follow moves run in
    List.iter (fun ((a, _), target) -> follow a (fun after _ -> ignore (Steps.add met (target, after))))
      (Lazy.force set.live.(s)));
  Steps.nodes met

(* ** Witnesses *)

let run_of numbers =
  let at i = if i < Array.length numbers then numbers.(i) else 0 in
  (at 0, at 1), List.filteri (fun i _ -> i > 1) (Array.to_list numbers)

(* Whether there is such a way and there are such states. *)
let is_run moves ((i, state), states) =
  i < Array.length moves.setting.ways && state < Array.length moves.target.raw.table
  && (let atoms = moves.setting.ways.(i).atoms in
      List.compare_lengths atoms states = 0
      && List.for_all2 (fun (atom : Atoms.atom) s -> s < Array.length atom.table) atoms states)

(* The run of which each run of the next state follows by a letter, and the letter of the position
   after the move. They are found for a state and a letter when the first is asked for. *)
let hints witness moves digits runs =
  let count = Array.length runs in
  let numbers = Runs.create () in
  Array.iter (fun run -> ignore (Runs.add numbers run)) runs;
  let known = Hashtbl.create 9973 in
  let followers i a =
    let key = i * most_letters + a in
    match Hashtbl.find_opt known key with
    | Some found -> found
    | None ->
      let found = ref [] in
      if is_run moves runs.(i) then
        follow moves runs.(i) a (fun run l ->
          match Runs.Table.find_opt numbers.number run with
          | Some r -> found := (r, l) :: !found
          | None -> ());
      Hashtbl.add known key !found;
      !found in
  let now = ref (-1, -1) and stamp = ref 0 in
  let stamps = Array.make count 0 and found = Array.make count (0, []) in
  fun c a r ->
    if !now <> (c, a) then begin
      now := c, a;
      incr stamp;
      Array.iter (fun i -> List.iter (fun (r, l) ->
        spend 1;
        if stamps.(r) <> !stamp then begin
          stamps.(r) <- !stamp;
          found.(r) <- i, digits.(l)
        end) (followers i a)) witness.sets.(c)
    end;
    if stamps.(r) = !stamp then found.(r) else raise (Rejected "witness")

(* The witness as the proved function asks for it, and what to say if it does not accept it. *)
let covered claim witness set others moves digits =
  let met = Runs.create () in
  ignore (Runs.add met ((witness.first_state, set.raw.start), List.map (fun o -> o.raw.start) others));
  Runs.walk met (150 + 4 * Array.length digits) (fun _ ((c, s), states) ->
    List.iter (fun ((a, _), target) ->
      let after = List.map2 (fun o t -> o.raw.table.(t).(a)) others states in
      ignore (Runs.add met ((witness.moves.(c).(a), target), after))) (Lazy.force set.live.(s)));
  let runs = Array.map run_of witness.runs in
  let sets = Array.map Array.to_list witness.sets in
  let begins r = List.mem runs.(r) (starts moves) in
  let is_shown c = List.exists (fun r -> accepts moves runs.(r)) sets.(c) in
  let complain () =
    if not (List.for_all begins sets.(witness.first_state))
    || Runs.exists met (fun ((c, _), _) ->
         not (List.for_all (fun r -> is_run moves runs.(r)) sets.(c))) then
      raise (Rejected "witness");
    if Runs.exists met (fun ((c, s), states) ->
      set.raw.accepting.(s) && not (List.exists2 (fun o t -> o.raw.accepting.(t)) others states)
      && not (is_shown c)) then raise (Rejected claim) in
  { V.cover_of = { V.cinit = witness.first_state; cdelta = (fun c a -> witness.moves.(c).(a));
                sets = (fun c -> sets.(c)); run_at = (fun r -> runs.(r));
                hint = hints witness moves digits runs };
    covered = Runs.nodes met }, complain
