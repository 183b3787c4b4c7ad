(* The vectors that are worth nothing: those v for which the sum of v_q N_q(i) over the states q is
   0 for every i, or a multiple of a modulus. N_q(i) counts the words of i digits from the state q.

   Nothing here has to be right: the proved function sees for itself that the vectors are worth
   nothing, and where one is missing, a file is rejected that could be accepted. *)

let too_large = 1 lsl 45
let bounded x = if abs x < too_large then x else Json.give_up ()
let modulo x m = let r = x mod m in if r < 0 then r + m else r
let quotient x m = (x - modulo x (abs m)) / m  (* with a remainder from 0 to m - 1; m is positive *)

(* Bring rows into echelon form with whole factors, by Euclid's algorithm. Entries to the right of
   the column at work pass through [entry]. *)
let echelon entry rows =
  let count = Array.length rows in
  let width = if count = 0 then 0 else Array.length rows.(0) in
  let top = ref 0 in
  let rec work column =
    let best = ref (-1) in
    for i = !top to count - 1 do
      let value = abs rows.(i).(column) in
      if value > 0 && (!best < 0 || value < abs rows.(!best).(column)) then best := i
    done;
    if !best >= 0 then begin
      let pivot = rows.(!best) in
      rows.(!best) <- rows.(!top);
      rows.(!top) <- pivot;
      let is_done = ref true in
      for i = !top + 1 to count - 1 do
        let factor = rows.(i).(column) / pivot.(column) in
        if factor <> 0 then
          rows.(i) <- Array.mapi (fun j x ->
            let x = x - factor * pivot.(j) in if j > column then entry x else x) rows.(i);
        if rows.(i).(column) <> 0 then is_done := false
      done;
      if !is_done then begin
        if pivot.(column) < 0 then
          rows.(!top) <- Array.mapi (fun j x -> if j > column then entry (-x) else -x) pivot;
        incr top
      end
      else work column
    end in
  for column = 0 to width - 1 do if !top < count then work column done

(* The rows of an echelon form that begin with so many zeros, without these: place and row. *)
let beginning_with zeros rows =
  let found = List.filter_map (fun row ->
    let rec first j = if j < Array.length row && row.(j) = 0 then first (j + 1) else j in
    let place = first 0 in
    if place < zeros || place = Array.length row then None
    else Some (place - zeros, Array.sub row zeros (Array.length row - zeros)))
    (Array.to_list rows) in
  found

let identity size factor =
  Array.init size (fun i -> Array.init size (fun j -> if i = j then factor else 0))
let beside left right = Array.map2 Array.append left right
let transposed rows size = Array.init size (fun q -> Array.map (fun row -> row.(q)) rows)

(* The rows N(0), ..., N(size - 1) modulo m: what they say holds for all, as Cayley and Hamilton say. *)
let counts language phases m =
  let size = Array.length language in
  let row = ref (Array.map (fun phase -> if phase = 0 then 1 mod m else 0) phases) in
  Array.init size (fun _ ->
    let now = !row in
    row := Array.map (Array.fold_left (fun sum q -> (sum + now.(q)) mod m) 0) language;
    now)

let worth_nothing_modulo language phases m =
  let size = Array.length language in
  let zeros = Array.make_matrix size size 0 in
  let rows = Array.concat [
    beside (transposed (counts language phases m) size) (identity size 1);
    beside (identity size m) zeros; beside zeros (identity size m)] in
  echelon (fun x -> modulo x m) rows;
  List.filter (fun (place, row) -> row.(place) < m) (beginning_with size rows)

(* The rational row space is found modulo a prime; its numbers are small, so that they are known by
   their residues. *)
let prime = (1 lsl 31) - 1
let rec inverse a m = if a = 1 then 1 else m - quotient (m * inverse (m mod a) a - 1) a
let rec fraction (a, x) (b, y) =  (* x / y as numerator and denominator of at most 15 bits *)
  if b < 1 lsl 15 then (b, y) else fraction (b, y) (a mod b, x - a / b * y)

let worth_nothing language phases =
  let size = Array.length language in
  let rows = counts language phases prime in
  let top = ref 0 in
  for column = 0 to size - 1 do
    let rec find i = if i >= size then None else if rows.(i).(column) <> 0 then Some i else find (i + 1) in
    match find !top with
    | None -> ()
    | Some i ->
      let pivot = rows.(i) in
      rows.(i) <- rows.(!top);
      let scale = inverse pivot.(column) prime in
      let pivot = Array.map (fun x -> x * scale mod prime) pivot in
      Array.iteri (fun j row -> if j <> !top then begin
        let factor = row.(column) in
        rows.(j) <- Array.mapi (fun k x -> modulo (x - factor * pivot.(k)) prime) row end) rows;
      rows.(!top) <- pivot;
      incr top
  done;
  let rec gcd a b = if b = 0 then abs a else gcd b (a mod b) in
  let whole row =
    let fractions = Array.map (fun x -> fraction (prime, 0) (x, 1)) row in
    let common = Array.fold_left (fun n (_, d) -> bounded (n / gcd n d * abs d)) 1 fractions in
    Array.map (fun (n, d) -> common / d * n) fractions in
  let found = Array.map whole (Array.sub rows 0 !top) in
  let rows = beside (transposed found size) (identity size 1) in
  echelon bounded rows;
  beginning_with !top rows
