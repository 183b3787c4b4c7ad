(* Bounded work, and things numbered as they are met.

   This file and those that use it find what the proved function needs besides the file: the states
   of conditions, the nodes of walks and the steps of witnesses. All of this is guessed: the proved
   function sees for itself that it is right, so that an error here can only make it refuse. *)
module V = Verified

exception Rejected of string

(* ** Bounded work *)

let left = ref Json.most_steps
let spend steps =
  left := !left - steps;
  if !left < 0 then Json.give_up ()

(* ** Things numbered as they are met *)

let seed = Random.self_init (); Random.bits ()  (* no file can choose what collides *)
let mix hash x =
  let h = (hash lxor x) * 0x2545F4914F6CDD1D in
  h lxor (h lsr 31)

module Numbered (Key : sig type t val equal : t -> t -> bool val hash : int -> t -> int end) = struct
  module Table = Hashtbl.Make (struct
    type t = Key.t
    let equal = Key.equal
    let hash x = Key.hash seed x land max_int
  end)
  type t = { number : int Table.t; mutable items : Key.t array; mutable count : int }
  let create () = { number = Table.create 997; items = [||]; count = 0 }
  let add met x = match Table.find_opt met.number x with
    | Some i -> i
    | None ->
      let i = met.count in
      if i = Array.length met.items then begin
        let more = Array.make (max 64 (2 * i)) x in
        Array.blit met.items 0 more 0 i;
        met.items <- more
      end;
      met.items.(i) <- x;
      met.count <- i + 1;
      Table.add met.number x i;
      i
  (* Go from each thing to those that follow, until nothing new is met. *)
  let walk met cost follow =
    let i = ref 0 in
    while !i < met.count do
      spend cost;
      follow !i met.items.(!i);
      incr i
    done
  let exists met is_so =
    let rec from i = i < met.count && (is_so met.items.(i) || from (i + 1)) in
    from 0
  let nodes met : Key.t V.nodes = {
    V.many = met.count; get = (fun i -> met.items.(i));
    find = (fun x -> match Table.find_opt met.number x with Some i -> i | None -> met.count) }
end

let rec equal_lists (a : int list) b = match a, b with
  | [], [] -> true
  | x :: a, y :: b -> x = y && equal_lists a b
  | _ -> false

module Vectors = Numbered (struct
  type t = int array
  let equal (a : int array) b = a = b
  let hash = Array.fold_left mix
end)
module Pairs = Numbered (struct
  type t = int * int
  let equal (a, b) (c, d) = (a : int) = c && (b : int) = d
  let hash h (a, b) = mix (mix h a) b
end)
module Runs = Numbered (struct
  type t = (int * int) * int list
  let equal ((a, b), l) ((c, d), m) = (a : int) = c && (b : int) = d && equal_lists l m
  let hash h ((a, b), l) = List.fold_left mix (mix (mix h a) b) l
end)
module Steps = Numbered (struct
  type t = int * ((int * int) * int list)
  let equal (s, ((a, b), l)) (t, ((c, d), m)) =
    (s : int) = t && (a : int) = c && (b : int) = d && equal_lists l m
  let hash h (s, ((a, b), l)) = List.fold_left mix (mix (mix (mix h s) a) b) l
end)
