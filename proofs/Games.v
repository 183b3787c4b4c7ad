(* Games in which a total falls: what characterises the positions to leave, in normal and in misere
   play, and the positions of a value. All by induction on the total, without axioms: P and N, MP and
   MN, V and NV exclude each other, and each position of the domain belongs to one of the two. *)
From Coq Require Import Arith Lia List Wf_nat.
From Marienbad Require Import Claim.
Section Game.
Variable pos : Type.
Variable move : pos -> pos -> Prop.
Variable total : pos -> nat.
Hypothesis falls : forall x y, move x y -> total y < total x.
Variable dom : pos -> Prop.
Hypothesis stays : forall x y, move x y -> dom y.

Notation P := (P move). Notation N := (N move).
Notation MP := (MP move). Notation MN := (MN move).
Notation V := (V move). Notation NV := (NV move).

Lemma by_total (Q : pos -> Prop) :
  (forall x, (forall y, move x y -> Q y) -> Q x) -> forall x, Q x.
Proof.
  intros H x. induction x as [x IH] using (well_founded_ind (well_founded_ltof _ total)).
  apply H. intros y m. apply IH. unfold ltof. apply falls; auto.
Qed.

Lemma not_both x : P x -> N x -> False.
Proof.
  revert x. apply (by_total (fun x => P x -> N x -> False)). intros x IH p n.
  inversion p; inversion n; subst. eapply IH; eauto.
Qed.
Lemma not_both_misere x : MP x -> MN x -> False.
Proof.
  revert x. apply (by_total (fun x => MP x -> MN x -> False)). intros x IH p n.
  destruct p as [x z m all]. inversion n as [x' e|x' y m' q]; subst.
  - now apply (e z).
  - eapply IH; eauto.
Qed.

Theorem normal (S : pos -> Prop) :
  (forall x y, S x -> move x y -> S y -> False) ->
  (forall x, dom x -> S x \/ exists y, move x y /\ S y) ->
  forall x, dom x -> (S x <-> P x).
Proof.
  intros inside cover.
  assert (forall x, dom x -> (S x -> P x) /\ (S x \/ N x)) as both.
  { refine (by_total _ _). intros x IH D. split.
    - intros s. constructor. intros y m. destruct (IH y m (stays _ _ m)) as [_ [sy|n]]; auto.
      exfalso; eauto.
    - destruct (cover x D) as [s|(y & m & s)]; auto.
      right. apply N_intro with y; auto. apply IH; eauto. }
  intros x D. split. apply both; auto. intros p. destruct (proj2 (both x D)) as [s|n]; auto.
  destruct (not_both x); auto.
Qed.

Theorem misere (S T : pos -> Prop) :
  (forall x y, S x -> move x y -> S y -> False) ->
  (forall x, dom x -> S x \/ T x \/ exists y, move x y /\ S y) ->
  (forall x y, T x -> move x y -> False) ->
  (forall x, S x -> exists y, move x y) ->
  forall x, dom x -> (S x <-> MP x).
Proof.
  intros inside cover ends movable.
  assert (forall x, dom x -> (S x -> MP x) /\ (S x \/ MN x)) as both.
  { refine (by_total _ _). intros x IH D. split.
    - intros s. destruct (movable x s) as [z mz]. apply MP_intro with z; auto.
      intros y m. destruct (IH y m (stays _ _ m)) as [_ [sy|n]]; auto. exfalso; eauto.
    - destruct (cover x D) as [s|[t|(y & m & s)]]; auto.
      + right. apply MN_end. intros y m. eauto.
      + right. apply MN_intro with y; auto. apply IH; eauto. }
  intros x D. split. apply both; auto. intros p. destruct (proj2 (both x D)) as [s|n]; auto.
  destruct (not_both_misere x); auto.
Qed.

(* Values: sets for 0, ..., top, apart from each other. *)
Lemma not_both_values : forall x v, V v x -> NV v x -> False.
Proof.
  apply (by_total (fun x => forall v, V v x -> NV v x -> False)). intros x IH v h n.
  inversion h as [v' x' less none]; subst. inversion n as [v' x' y m hy|u v' x' L hu]; subst.
  - apply (IH y m v); auto.
  - destruct (less u L) as (y & m & hy). inversion hu as [u' x' _ none']; subst. apply (IH y m u); auto.
Qed.
Lemma value_unique x u v : V u x -> V v x -> u = v.
Proof.
  intros hu hv. destruct (lt_eq_lt_dec u v) as [[L|E]|L]; auto; exfalso.
  - apply (not_both_values x v); auto. apply NV_less with u; auto.
  - apply (not_both_values x u); auto. apply NV_less with v; auto.
Qed.
Theorem valued (top : nat) (S : nat -> pos -> Prop) :
  (forall v x y, v <= top -> S v x -> move x y -> S v y -> False) ->
  (forall u v x, u < v -> v <= top -> S u x -> S v x -> False) ->
  (forall v x, v <= top -> dom x -> (exists u, u <= v /\ S u x) \/ exists y, move x y /\ S v y) ->
  forall v x, v <= top -> dom x -> (S v x <-> V v x).
Proof.
  intros inside apart cover.
  assert (forall x, dom x -> forall v, v <= top -> (S v x -> V v x) /\ (S v x \/ NV v x)) as both.
  { refine (by_total _ _). intros x IH D.
    assert (forall v, v <= top -> S v x -> V v x) as one.
    { intros v L s. constructor.
      - intros u LU. destruct (cover u x) as [(u' & LU' & s')|(y & m & s')]; auto; try lia.
        + exfalso. apply (apart u' v x); auto. lia.
        + exists y. split; auto. destruct (IH y m (stays _ _ m) u) as [H _]; auto. lia.
      - intros y m. destruct (IH y m (stays _ _ m) v L) as [_ [sy|n]]; auto. exfalso; eauto. }
    intros v L. split; auto.
    destruct (cover v x L D) as [(u & LU & s)|(y & m & s)].
    - destruct (Nat.eq_dec u v) as [->|E]; auto. right. apply NV_less with u. lia. apply one; auto. lia.
    - right. apply NV_equal with y; auto. apply IH; auto. eauto. }
  intros v x L D. split. apply both; auto. intros h. destruct (proj2 (both x D v L)) as [s|n]; auto.
  destruct (not_both_values x v); auto.
Qed.
(* Blocking *)
Lemma not_both_blocking K : forall x, BP move K x -> BN move K x -> False.
Proof.
  apply (by_total (fun x => BP move K x -> BN move K x -> False)). intros x IH p n.
  destruct p as [x l L all]. inversion n as [x' l' L' D some]; subst.
  assert (length l' <= length l); [|lia]. apply NoDup_incl_length; auto. intros y I.
  destruct (some y I) as [m py]. destruct (all y m) as [J|ny]; auto. destruct (IH y m py ny).
Qed.
Theorem blocking K (S : pos -> Prop) :
  (forall x, dom x -> S x -> exists l, length l < K /\ forall y, move x y -> S y -> In y l) ->
  (forall x, dom x -> S x \/ exists l, length l = K /\ NoDup l /\ forall y, In y l -> move x y /\ S y) ->
  forall x, dom x -> (S x <-> BP move K x).
Proof.
  intros few many.
  assert (forall x, dom x -> (S x -> BP move K x) /\ (S x \/ BN move K x)) as both.
  { refine (by_total _ _). intros x IH D. split.
    - intros s. destruct (few x D s) as (l & L & all). apply BP_intro with l; auto.
      intros y m. destruct (IH y m (stays _ _ m)) as [_ [sy|n]]; auto.
    - destruct (many x D) as [s|(l & L & ND & some)]; auto. right. apply BN_intro with l; auto.
      intros y I. destruct (some y I) as [m s]. split; auto. apply IH; auto. eauto. }
  intros x D. split. apply both; auto. intros p. destruct (proj2 (both x D)) as [s|n]; auto.
  destruct (not_both_blocking K x); auto.
Qed.

(* The positions to leave are those of value 0. *)
Theorem value_zero x : V 0 x <-> P x.
Proof.
  revert x. assert (forall x, (V 0 x <-> P x) /\ (NV 0 x <-> N x)) as H; [|intros; apply H].
  apply by_total. intros x IH. assert (forall A B : Prop, (A -> B) -> (B -> A) -> (A <-> B)) as both by tauto.
  split; apply both; intros h.
  - inversion h as [v x' less none]; subst. constructor. intros y m. apply IH; auto.
  - inversion h as [x' none]; subst. constructor. intros u L; lia. intros y m. apply IH; auto.
  - inversion h as [v x' y m hy|u v x' L _]; subst; [|lia]. apply N_intro with y; auto. apply IH; auto.
  - inversion h as [x' y m hy]; subst. apply NV_equal with y; auto. apply IH; auto.
Qed.
End Game.
