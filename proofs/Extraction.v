(* What the theorems rest on is printed, and the checks become OCaml. Natural numbers become machine
   integers: those that occur are numbers of states, letters, nodes and the like, which the reader
   bounds. Integers are Coq's own and have no bounds. *)
From Coq Require Import ZArith List.
From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlNatInt.
From Marienbad Require Import Claim Numeration Conditions Tracks Moves Automata Runs Covers Blocking Theorems.

Print Assumptions normal_correct.
Print Assumptions misere_correct.
Print Assumptions values_correct.
Print Assumptions blocking_correct.

Extraction Language OCaml.
Extraction "verified.ml"
  (* the checks *)
  check_normal check_misere check_values check_blocking
  (* and what helps to find evidence *)
  frame_ok set_ok padded no_move shows apart_ok counted
  rstart rstep after_pair beginnings push raccepts
  numeration_of computed_ways coded base_of step_all losses gains beginning astep aaccepts
  Z.of_nat Z.to_nat Z.add Z.sub Z.mul Z.opp Z.div Z.modulo Z.eqb Z.leb.
