(* How numbers are written: what is guessed of a digit language, and what the theorem leaves out. *)
open Certificate
open Work

let rec positive n =
  if n = 1 then V.XH else if n land 1 = 1 then V.XI (positive (n lsr 1)) else V.XO (positive (n lsr 1))
let z n = if n = 0 then V.Z0 else if n > 0 then V.Zpos (positive n) else V.Zneg (positive (-n))
let zs numbers = List.map z (Array.to_list numbers)

type system = { numeration : numeration; phases : int array; nothing : (int * int array) list }

let phases_of numeration =
  let language = numeration.language and period = Array.length numeration.free in
  let found = Array.make (Array.length language) (-1) in
  let rec meet q phase =
    if q >= Array.length language then raise (Rejected "language");
    if found.(q) < 0 then begin
      found.(q) <- phase;
      Array.iter (fun target -> meet target ((phase + period - 1) mod period)) language.(q)
    end
    else if found.(q) <> phase then raise (Rejected "language") in
  meet 0 0;
  if Array.mem (-1) found then raise (Rejected "language");
  found

(* Digits but the last set free, and a free state allows two. *)
let check_free numeration phases =
  let period = Array.length numeration.free in
  let is_free q = numeration.free.(phases.(q)) = q in
  let sets_free q row =
    let free = numeration.free.((phases.(q) + period - 1) mod period) and last = Array.length row - 1 in
    Array.for_all Fun.id (Array.mapi (fun d target -> d = last || target = free) row)
    && last >= (if is_free q then 1 else 0) in
  if numeration.free.(0) <> 0
  || not (Array.for_all Fun.id (Array.mapi (fun f q -> phases.(q) = f) numeration.free))
  || not (Array.for_all Fun.id (Array.mapi sets_free numeration.language)) then
    raise (Rejected "language")

(* The pairs (q, r) of which it must be seen that q reads no more than r. *)
let below_of numeration phases =
  let met = Pairs.create () in
  Array.iteri (fun q phase -> ignore (Pairs.add met (q, numeration.free.(phase)))) phases;
  Pairs.walk met 1 (fun _ (q, r) ->
    let one = numeration.language.(q) and other = numeration.language.(r) in
    let digits = Array.length one in
    if digits > Array.length other then raise (Rejected "language");
    if digits = Array.length other then
      ignore (Pairs.add met (one.(digits - 1), other.(digits - 1))));
  Array.to_list (Array.sub met.Pairs.items 0 met.Pairs.count)

(* The recurrence of the weights, which the theorem does not need; they are large numbers. *)
let check_recurrence numeration phases =
  let order = Array.length numeration.first and size = Array.length phases in
  let period = Array.length numeration.free in
  let sum = List.fold_left V.Z.add V.Z0 in
  let counts = ref (Array.map (fun phase -> z (if phase = 0 then 1 else 0)) phases) in
  let weights = Array.init (order + size) (fun i ->
    let now = !counts in
    counts := Array.map (fun row -> sum (List.map (fun q -> now.(q)) (Array.to_list row)))
        numeration.language;
    now.(numeration.free.(i mod period))) in
  let is_weight i =
    if i < order then weights.(i) = z numeration.first.(i)
    else
      let row = numeration.recurrence.(i mod period) in
      Array.length row = order
      && weights.(i) = sum (List.mapi (fun j c -> V.Z.mul (z c) weights.(i - 1 - j)) (Array.to_list row)) in
  if Array.length numeration.recurrence <> period
  || not (List.for_all is_weight (List.init (order + size) Fun.id)) then
    raise (Rejected "recurrence")

let system_of numeration =
  let phases = phases_of numeration in
  check_free numeration phases;
  check_recurrence numeration phases;
  { numeration; phases; nothing = Lattice.worth_nothing numeration.language phases }
