(* JSON as certificates have it: strict, and bounded whatever a file holds.

   Nothing but ASCII can stand in a certificate, so that its characters are bytes here; a file with
   another byte is unreadable whatever else it holds. Numbers beyond all ranges are kept as the
   largest there are, which no range allows. *)

exception Unreadable of string

let longest = 3 lsl 24
let deepest = 16  (* objects and lists within one another; a certificate has seven *)
let most_digits = 20

type t =
  | Null
  | Bool of bool
  | Int of int
  | String of string
  | List of t list
  | Object of (string * t) list  (* in the order of the file *)

(* What a file says, as it may be printed: short, and nothing that moves a cursor. *)
let shown text =
  let short = if String.length text > 80 then String.sub text 0 80 else text in
  String.concat "" (List.map (fun c ->
    if c >= ' ' && c <= '~' && c <> '\\' then String.make 1 c
    else Printf.sprintf "\\x%02x" (Char.code c)) (List.of_seq (String.to_seq short)))

let unreadable key about =
  raise (Unreadable (if about = "" then key else key ^ " " ^ shown about))

(* What a file may cost, in steps of a kind; whatever gives up says so. *)
let most_steps = 200_000_000
let give_up () = unreadable "work" (string_of_int most_steps)

let is_digit c = c >= '0' && c <= '9'

let parse text =
  let length = String.length text in
  if length > longest then unreadable "length" (string_of_int longest);
  String.iter (fun c -> if c >= '\128' then unreadable "text" "") text;
  let at = ref 0 in
  let peek () = if !at < length then text.[!at] else '\000' in
  let wrong () =
    let line = ref 1 and column = ref 1 in
    for i = 0 to min !at length - 1 do
      if text.[i] = '\n' then (incr line; column := 1) else incr column
    done;
    unreadable "json" (Printf.sprintf "%d:%d" !line !column) in
  let rec spaces () = match peek () with
    | ' ' | '\t' | '\n' | '\r' -> incr at; spaces ()
    | _ -> () in
  let expect word value =
    let n = String.length word in
    if !at + n <= length && String.sub text !at n = word then (at := !at + n; value) else wrong () in
  let number () =
    let start = !at in
    if peek () = '-' then incr at;
    let first = !at in
    while is_digit (peek ()) do incr at done;
    let digits = !at - first in
    if digits = 0 || (digits > 1 && text.[first] = '0') then (at := first; wrong ());
    let word = String.sub text start (!at - start) in
    if digits > most_digits || List.mem (peek ()) ['.'; 'e'; 'E'] then
      unreadable "number" (String.sub word 0 (min 20 (String.length word)));
    if digits <= 18 then int_of_string word else if word.[0] = '-' then min_int else max_int in
  let hexadecimal () =
    let value = ref 0 in
    for _ = 1 to 4 do
      (match peek () with
       | '0' .. '9' as c -> value := !value * 16 + Char.code c - 48
       | 'a' .. 'f' as c -> value := !value * 16 + Char.code c - 87
       | 'A' .. 'F' as c -> value := !value * 16 + Char.code c - 55
       | _ -> wrong ());
      incr at
    done;
    !value in
  let escape buffer =
    let c = peek () in
    incr at;
    match c with
    | '"' | '\\' | '/' -> Buffer.add_char buffer c
    | 'b' -> Buffer.add_char buffer '\b'
    | 'f' -> Buffer.add_char buffer '\012'
    | 'n' -> Buffer.add_char buffer '\n'
    | 'r' -> Buffer.add_char buffer '\r'
    | 't' -> Buffer.add_char buffer '\t'
    | 'u' ->
      let unit = hexadecimal () in
      if unit < 128 then Buffer.add_char buffer (Char.chr unit)
      else begin  (* different units stay different, and none is ASCII *)
        Buffer.add_char buffer (Char.chr (0xe0 lor (unit lsr 12)));
        Buffer.add_char buffer (Char.chr (0x80 lor (unit lsr 6 land 63)));
        Buffer.add_char buffer (Char.chr (0x80 lor (unit land 63)))
      end
    | _ -> decr at; wrong () in
  let string () =
    let buffer = Buffer.create 16 in
    incr at;
    while !at < length && peek () <> '"' do
      let c = peek () in
      if c < ' ' then wrong ();
      incr at;
      if c = '\\' then escape buffer else Buffer.add_char buffer c
    done;
    if !at >= length then wrong ();
    incr at;
    Buffer.contents buffer in
  (* What stands between brackets, separated by commas. *)
  let listed closing item =
    incr at;
    spaces ();
    if peek () = closing then (incr at; [])
    else begin
      let found = ref [item ()] in
      spaces ();
      while peek () = ',' do
        incr at;
        found := item () :: !found;
        spaces ()
      done;
      if peek () <> closing then wrong ();
      incr at;
      List.rev !found
    end in
  let rec value depth =
    if depth > deepest then unreadable "nesting" "";
    spaces ();
    match peek () with
    | '{' -> Object (once (listed '}' (fun () -> pair depth)))
    | '[' -> List (listed ']' (fun () -> value (depth + 1)))
    | '"' -> String (string ())
    | '-' | '0' .. '9' -> Int (number ())
    | 't' -> expect "true" (Bool true)
    | 'f' -> expect "false" (Bool false)
    | 'n' -> expect "null" Null
    | _ -> wrong ()
  and pair depth =
    spaces ();
    if peek () <> '"' then wrong ();
    let name = string () in
    spaces ();
    if peek () <> ':' then wrong ();
    incr at;
    (name, value (depth + 1))
  and once pairs =
    let sorted = List.stable_sort (fun (a, _) (b, _) -> compare (a : string) b) pairs in
    let rec check = function
      | (a, _) :: ((b, _) :: _ as rest) -> if a = b then unreadable "twice" "" else check rest
      | _ -> () in
    check sorted;
    pairs in
  let found = value 1 in
  spaces ();
  if !at < length then wrong ();
  found
