(* Conditions as automata, their states numbered as docs/certificates.md says. *)
open Work
open Numbers

type atom = { number : int; table : int array array; accepts : bool array; before : int array; after : int array;
              verified : V.atable }

let after system vector phase digit =
  let found = Array.make (Array.length vector) 0 in
  found.(system.numeration.free.(phase)) <- digit;
  Array.iteri (fun q value -> if value <> 0 then
    Array.iter (fun target -> found.(target) <- Lattice.bounded (found.(target) + value))
      system.numeration.language.(q)) vector;
  found

(* Whether the sum of v_q N_q(i) - rest (U(i) - 1) is above a limit for every i of the phase. *)
let is_above system phase vector rest limit =
  let period = Array.length system.numeration.free and size = Array.length vector in
  let vector = Array.copy vector and place = system.numeration.free.(phase) in
  vector.(place) <- vector.(place) - rest;
  let rec from fuel phase vector =
    spend size;
    let is_large = Array.fold_left (+) rest vector > limit in
    if is_large && Array.for_all (fun x -> x >= 0) vector then true
    else if not is_large && (phase = 0 || Array.for_all (fun x -> x <= 0) vector) then false
    else if fuel = 1 then false
    else
      let phase = (phase + period - 1) mod period in
      from (fuel - 1) phase (after system vector phase 0) in
  from 400 phase vector

let reduced basis vector =
  List.fold_left (fun v (place, row) ->
    let factor = Lattice.quotient v.(place) row.(place) in
    if factor = 0 then v
    else Array.map2 (fun x y -> Lattice.bounded (x - Lattice.bounded (factor * y))) v row) vector basis

(* 'No' and 'yes' have keys that no other state has: others are known by phase and vector. *)
let no = [||] and yes = [|-1|]

let key system slack (c : Rules.condition) gains losses phase v =
  let above v rest limit = is_above system phase v rest limit and minus = Array.map (~-) v in
  if c.modulus > 0 then
    let residues = Array.map (fun x -> Lattice.modulo x c.modulus) in
    Array.append [|phase|] (residues (reduced slack (residues v)))
  else if (match c.high with Some h -> above v losses h | None -> false)
       || (match c.low with Some l -> above minus gains (-l) | None -> false) then no
  else if (match c.low, c.high with
      | Some l, None -> above v losses (l - 1)
      | None, Some h -> above minus gains (-h - 1)
      | _ -> false) then yes
  else Array.append [|phase|] (reduced system.nothing v)

let gain = List.fold_left (fun n f -> n + max f 0) 0
let loss = List.fold_left (fun n f -> n - min f 0) 0

(* The states, and where each scalar leads, from the least to the greatest. *)
let explored system slack (c : Rules.condition) base =
  let period = Array.length system.numeration.free and size = Array.length system.phases in
  let gains = gain c.form and losses = loss c.form in
  let least = - losses * (base - 1) in
  let width = gains * (base - 1) - least + 1 in
  let key = key system slack c gains losses and zeros = Array.make size 0 in
  let met = Vectors.create () and rows = ref [] in
  ignore (Vectors.add met no);
  ignore (Vectors.add met (if key 0 zeros = yes then yes else Array.append [|0|] zeros));
  Vectors.walk met (200 + (20 + size * size) * width) (fun number state ->
    let row =
      if state = no || state = yes then Array.make width number
      else begin
        let phase = (state.(0) + period - 1) mod period and v = Array.sub state 1 size in
        Array.init width (fun j -> Vectors.add met (key phase (after system v phase (least + j))))
      end in
    rows := row :: !rows);
  Array.sub met.items 0 met.count, Array.of_list (List.rev !rows)

let admits (c : Rules.condition) value =
  if c.modulus > 0 then (value - c.residue) mod c.modulus = 0
  else (match c.low with Some l -> l <= value | None -> true)
    && (match c.high with Some h -> value <= h | None -> true)

let atom system heaps base digits number (c : Rules.condition) =
  if gain c.form + loss c.form > 100 then
    Json.unreadable "factors" (String.concat ", " (List.map string_of_int c.form));
  let slack = if c.modulus = 0 then []
    else Lattice.worth_nothing_modulo system.numeration.language system.phases c.modulus in
  let states, table = explored system slack c base in
  let size = Array.length system.phases in
  let accepts = Array.map (fun state ->
    state = yes || (state <> no
      && admits c (if state.(0) = 0 then Array.fold_left (+) 0 state else 0))) states in
  let told = Array.map (fun state ->
    if state = no then V.No else if state = yes then V.Yes
    else V.St (state.(0), zs (Array.sub state 1 size))) states in
  let scalars form = Array.map (fun letter ->
    List.fold_left2 (fun n f d -> n + f * d) (loss form * (base - 1)) form letter) digits in
  let former = List.filteri (fun i _ -> i < heaps) c.form
  and later = List.filteri (fun i _ -> i >= heaps) c.form in
  let before = scalars former and after = scalars later in
  let within = { V.low = Option.map z c.low; high = Option.map z c.high; modulus = z c.modulus;
                 residue = z c.residue } in
  { number; table; accepts; before; after;
    verified = {
      V.cond = { V.before = List.map z former; later = List.map z later; within };
      slack = List.map (fun (place, row) -> place, zs row) slack;
      size_of = Array.length table; state_of = (fun s -> told.(s));
      accepts_at = (fun s -> accepts.(s)); next = (fun s i -> table.(s).(i));
      scalar_before = (fun a -> before.(a)); scalar_after = (fun a -> after.(a)) } }
