(* What is claimed: the definitions that the theorems speak of, and that a reader has to trust.

   A game is given as a certificate lists it: takes, and how numbers are written. Then come the
   moves of a list of takes, the words of a position, the words that an automaton accepts, and the
   positions to leave, with their sisters for misere play and for values. Nothing is proved here;
   names follow docs/certificates.md. *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

(* ** Moves *)

(* Bounds on an integer, or a congruence if the modulus is not 0. *)
Record bounds := { low : option Z; high : option Z; modulus : Z; residue : Z }.
Definition at_least (o : option Z) v := match o with Some l => l <=? v | None => true end.
Definition at_most (o : option Z) v := match o with Some h => v <=? h | None => true end.
Definition admits (b : bounds) (v : Z) : bool :=
  if modulus b =? 0 then at_least (low b) v && at_most (high b) v
  else (v - residue b) mod modulus b =? 0.

(* Amounts are numbers or names; a linear form has factors for names of amounts and for heaps. *)
Inductive amount := Number (v : Z) | Name (n : nat).
Inductive variable := Amount (n : nat) | Heap (j : nat).
Record requirement := { form : list (variable * Z); bound : bounds }.
Record take := { amounts : list amount; places : option (list nat); requirements : list requirement }.

Definition position := list Z.
Definition heap (j : nat) (x : position) : Z := nth j x 0.
Definition is_position (heaps : nat) (x : position) := length x = heaps /\ Forall (Z.le 0) x.

(* What an amount stands for, and a form, if a name n stands for the number value n. *)
Definition stands (value : nat -> Z) (a : amount) : Z :=
  match a with Number v => v | Name n => value n end.
Fixpoint evaluate (value : nat -> Z) (x : position) (f : list (variable * Z)) : Z :=
  match f with
  | [] => 0
  | (Amount n, c) :: f => c * value n + evaluate value x f
  | (Heap j, c) :: f => c * heap j x + evaluate value x f
  end.

(* The heaps chosen: those of places, or else any sequence of different heaps. *)
Definition chosen_by (heaps : nat) (t : take) (chosen : list nat) : Prop :=
  match places t with
  | Some l => chosen = l
  | None => length chosen = length (amounts t) /\ NoDup chosen /\ Forall (fun j => (j < heaps)%nat) chosen
  end.

(* A take leads from x to y if for some choice of heaps and some numbers for the names each amount,
   at least 1, is taken from its heap, the other heaps stay, and all requirements hold. *)
Definition take_move (heaps : nat) (t : take) (x y : position) : Prop :=
  exists (chosen : list nat) (value : nat -> Z),
    chosen_by heaps t chosen
    /\ Forall2 (fun j a => heap j x - heap j y = stands value a /\ 1 <= stands value a) chosen (amounts t)
    /\ (forall j, (j < heaps)%nat -> ~ In j chosen -> heap j x = heap j y)
    /\ Forall (fun r => admits (bound r) (evaluate value x (form r)) = true) (requirements t).
Definition move (heaps : nat) (takes : list take) (x y : position) : Prop :=
  is_position heaps x /\ is_position heaps y /\ exists t, In t takes /\ take_move heaps t x y.

(* ** Positions to leave, for any moves *)

(* The last to move wins: no move leads from P to P, and from N one leads to P. *)
Inductive P {pos} (move : pos -> pos -> Prop) : pos -> Prop :=
  P_intro x : (forall y, move x y -> N move y) -> P move x
with N {pos} (move : pos -> pos -> Prop) : pos -> Prop :=
  N_intro x y : move x y -> P move y -> N move x.

(* The last to move loses: without a move left, the player wins. *)
Inductive MP {pos} (move : pos -> pos -> Prop) : pos -> Prop :=
  MP_intro x z : move x z -> (forall y, move x y -> MN move y) -> MP move x
with MN {pos} (move : pos -> pos -> Prop) : pos -> Prop :=
  | MN_end x : (forall y, ~ move x y) -> MN move x
  | MN_intro x y : move x y -> MP move y -> MN move x.

(* The value of a position is the least number that is not the value of a position to which a move
   leads. NV v x says in a positive way that the value of x is not v. *)
Inductive V {pos} (move : pos -> pos -> Prop) : nat -> pos -> Prop :=
  V_intro v x : (forall u, (u < v)%nat -> exists y, move x y /\ V move u y) ->
    (forall y, move x y -> NV move v y) -> V move v x
with NV {pos} (move : pos -> pos -> Prop) : nat -> pos -> Prop :=
  | NV_equal v x y : move x y -> V move v y -> NV move v x
  | NV_less u v x : (u < v)%nat -> V move u x -> NV move v x.

(* Blocking: before each move the opponent may forbid fewer than K of the positions to which it could
   lead. A position is to leave if fewer than K of them are. *)
Inductive BP {pos} (move : pos -> pos -> Prop) (K : nat) : pos -> Prop :=
  BP_intro x l : (length l < K)%nat -> (forall y, move x y -> In y l \/ BN move K y) -> BP move K x
with BN {pos} (move : pos -> pos -> Prop) (K : nat) : pos -> Prop :=
  BN_intro x l : length l = K -> NoDup l -> (forall y, In y l -> move x y /\ BP move K y) -> BN move K x.

(* ** Words *)

(* The state q of a digit language allows as many digits as its row has entries. *)
Record game := { heaps : nat; takes : list take; language : list (list nat); free : list nat }.
Notation letter := (list nat).        (* a digit for each heap *)

Section Words.
Variable g : game.
Definition targets (q : nat) : list nat := nth q (language g) [].
Definition period : nat := length (free g).
Fixpoint sum (l : list Z) : Z := match l with [] => 0 | x :: l => x + sum l end.
(* The number of words of i digits that can be read from q; the weight of the digit before i others. *)
Fixpoint words_from (q i : nat) : Z :=
  match i with O => 1 | S i => sum (map (fun t => words_from t i) (targets q)) end.
Definition U (i : nat) : Z := words_from (nth (i mod period) (free g) O) i.
Fixpoint number (w : list nat) : Z :=
  match w with [] => 0 | d :: w => Z.of_nat d * U (length w) + number w end.
Fixpoint readable (q : nat) (w : list nat) : Prop :=
  match w with
  | [] => True
  | d :: w => match nth_error (targets q) d with Some t => readable t w | None => False end
  end.
Definition digits_of (j : nat) (w : list letter) : list nat := map (fun l => nth j l O) w.
Definition is_word (w : list letter) : Prop :=
  (length w mod period = 0)%nat
  /\ forall j, (j < heaps g)%nat -> readable 0 (digits_of j w).
Definition position_of (w : list letter) : position :=
  map (fun j => number (digits_of j w)) (seq 0 (heaps g)).

(* ** Automata *)

Definition base_of : nat := list_max (map (@length nat) (language g)).
Definition is_letter (l : letter) : Prop :=
  length l = heaps g /\ Forall (fun d => (d < base_of)%nat) l.
Definition letter_number (l : letter) : nat := fold_left (fun n d => (n * base_of + d)%nat) l O.

Record automaton := { start : nat; accepting : list nat; table : list (list nat) }.
(* State 0 is a dead end and accepts nothing. *)
Fixpoint arrives (a : automaton) (s : nat) (w : list letter) : nat :=
  match s, w with
  | O, _ => O
  | _, [] => s
  | _, l :: w => arrives a (nth (letter_number l) (nth s (table a) []) O) w
  end.
Definition accepts (a : automaton) (w : list letter) : Prop :=
  arrives a (start a) w <> O /\ In (arrives a (start a) w) (accepting a).
End Words.

(* ** What a set of words is said to be

   Every word that the automaton accepts writes a position, every position is written by a word, and
   any word of a position is accepted exactly if the position has the property. *)
Definition describes (g : game) (a : automaton) (property : position -> Prop) : Prop :=
  (forall w, Forall (is_letter g) w -> accepts g a w -> is_word g w)
  /\ (forall x, is_position (heaps g) x ->
       exists w, Forall (is_letter g) w /\ is_word g w /\ position_of g w = x)
  /\ (forall w, Forall (is_letter g) w -> is_word g w ->
       is_position (heaps g) (position_of g w) /\ (accepts g a w <-> property (position_of g w))).
