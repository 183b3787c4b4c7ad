(* Words with several tracks, one for each heap. Every vector of numbers has a word ([word_exists]), an
   equal heap has equal digits ([kept_digits]), and the value of a condition on two positions is the
   weighted sum of the scalars of their letters ([ssum_values], [bounded_scalars]). *)
From Coq Require Import ZArith List Lia Bool.
From Marienbad Require Import Claim Vectors Numeration Conditions.
Import ListNotations.
Open Scope Z_scope.

Lemma nth_vadd j : forall a b, nth j (vadd a b) 0 = nth j a 0 + nth j b 0.
Proof.
  induction j; intros [|x a] [|y b]; simpl; try lia; auto.
Qed.
Section Tracks.
Variable A : numeration.
Definition digits (l : letter) := map Z.of_nat l.
Fixpoint step_all (qs : list nat) (l : letter) : option (list nat) :=
  match qs, l with
  | [], [] => Some []
  | q :: qs, d :: l =>
      match nth_error (row A q) d, step_all qs l with
      | Some t, Some ts => Some (t :: ts)
      | _, _ => None
      end
  | _, _ => None
  end.
Fixpoint read_all (qs : list nat) (w : list letter) : option (list nat) :=
  match w with
  | [] => Some qs
  | l :: w => match step_all qs l with Some ts => read_all ts w | None => None end
  end.
Fixpoint values (k : nat) (w : list letter) : list Z :=
  match w with
  | [] => repeat 0 k
  | l :: w => vadd (vscale (weight A (length w)) (digits l)) (values k w)
  end.
Definition track j (w : list letter) : list nat := map (fun l => nth j l O) w.

Lemma nth_vscale c j a : nth j (vscale c a) 0 = c * nth j a 0.
Proof. unfold vscale. replace 0 with (c * 0) at 1 by lia. apply map_nth. Qed.
Lemma nth_digits j l : nth j (digits l) 0 = Z.of_nat (nth j l O).
Proof. unfold digits. apply (map_nth Z.of_nat l O). Qed.
Lemma nth_zeros j k : nth j (repeat 0 k) 0 = 0.
Proof. revert j; induction k; intros [|j]; simpl; auto. Qed.
Lemma nth_values k j w : nth j (values k w) 0 = value A (track j w).
Proof.
  induction w as [|l w IH]; simpl. apply nth_zeros.
  rewrite nth_vadd, nth_vscale, nth_digits, IH. fold (track j w).
  assert (length (track j w) = length w) as -> by apply map_length. apply f_equal2; [apply Z.mul_comm|reflexivity].
Qed.
Lemma step_length qs l ts : step_all qs l = Some ts -> length ts = length qs /\ length l = length qs.
Proof.
  revert l ts. induction qs as [|q qs IH]; intros [|d l] ts H; simpl in *; try discriminate.
  injection H as <-; auto.
  destruct (nth_error (row A q) d); [|discriminate].
  destruct (step_all qs l) as [us|] eqn:F; [|discriminate]. injection H as <-. simpl.
  destruct (IH _ _ F). auto.
Qed.
Lemma step_track qs : forall l ts j, step_all qs l = Some ts -> (j < length qs)%nat ->
  nth_error (row A (nth j qs O)) (nth j l O) = Some (nth j ts O) /\ length ts = length qs
  /\ length l = length qs.
Proof.
  intros l ts j H L. split; [|eapply step_length; eauto]. revert l ts j H L.
  induction qs as [|q qs IH]; intros [|d l] ts j H L; simpl in *; try discriminate; try lia.
  destruct (nth_error (row A q) d) as [t|] eqn:E; [|discriminate].
  destruct (step_all qs l) as [us|] eqn:F; [|discriminate]. injection H as <-.
  destruct j; simpl; auto. apply IH; auto. lia.
Qed.
Lemma read_track w : forall qs ts j, read_all qs w = Some ts -> (j < length qs)%nat ->
  read A (nth j qs O) (track j w) = Some (nth j ts O).
Proof.
  induction w as [|l w IH]; intros qs ts j H L; simpl in *. congruence.
  destruct (step_all qs l) as [us|] eqn:E; [|discriminate].
  destruct (step_track _ _ _ j E L) as (-> & LU & _). apply IH; auto. lia.
Qed.
Lemma read_length w : forall qs ts, read_all qs w = Some ts ->
  length (values (length qs) w) = length qs /\ Forall (fun l => length l = length qs) w.
Proof.
  assert (forall a b : list Z, length a = length b -> length (vadd a b) = length b) as VL.
  { induction a; intros [|y b] H; simpl in *; try lia. rewrite IHa; lia. }
  induction w as [|l w IH]; intros qs ts H; simpl in *. rewrite repeat_length; auto.
  destruct (step_all qs l) as [us|] eqn:E; [|discriminate].
  destruct (step_length _ _ _ E) as [L1 L2]. destruct (IH _ _ H) as [V F]. rewrite L1 in *.
  split; auto. rewrite VL; auto. unfold vscale, digits. rewrite !map_length. congruence.
Qed.

Hypothesis OK : numeration_ok A = true.
Definition places qs i := Forall (fun q => at_place A q i) qs.
Lemma values_bound w qs ts : places qs (length w) -> read_all qs w = Some ts ->
  Forall (fun x => 0 <= x <= weight A (length w) - 1) (values (length qs) w).
Proof.
  intros P R. apply Forall_nth. intros j d L.
  destruct (read_length _ _ _ R) as [VL _]. rewrite VL in L.
  rewrite nth_indep with (d' := 0) by lia. rewrite nth_values.
  pose proof (read_track _ _ _ j R L) as RT.
  assert (at_place A (nth j qs O) (length w)) as AP.
  { unfold places in P. rewrite Forall_forall in P. apply P, nth_In; auto. }
  assert (length (track j w) = length w) as TL by (unfold track; now rewrite map_length).
  pose proof (value_bound A OK (track j w) (nth j qs O) (nth j ts O)) as VB. rewrite TL in VB.
  specialize (VB AP RT). pose proof (count_weight A OK _ _ AP). lia.
Qed.
Lemma places_step qs l ts i : places qs (S i) -> step_all qs l = Some ts -> places ts i.
Proof.
  revert l ts. unfold places. induction qs as [|q qs IH]; intros [|d l] ts P H; simpl in *; try discriminate.
  injection H as <-; auto.
  destruct (nth_error (row A q) d) eqn:E; [|discriminate].
  destruct (step_all qs l) as [us|] eqn:F; [|discriminate]. injection H as <-.
  inversion P; subst. constructor; eauto. apply (state_facts A OK q i H1). eapply nth_error_In; eauto.
Qed.

(* Every vector of numbers has a word. *)
Definition fits i (q : nat) (x : Z) := at_place A q i /\ 0 <= x < count A q i.
Lemma step_exists i qs xs : Forall2 (fits (S i)) qs xs ->
  exists l ts ys, step_all qs l = Some ts /\ Forall2 (fits i) ts ys /\
    xs = vadd (vscale (weight A i) (digits l)) ys.
Proof.
  induction 1 as [|q x qs xs [P B] H (l & ts & ys & S & F & ->)].
  - exists [], [], []. simpl. auto.
  - destruct (value_step A OK q i x P B) as (d & t & E & P' & B').
    exists (d :: l), (t :: ts), (x - Z.of_nat d * weight A i :: ys). simpl. rewrite E, S.
    split; [auto|split]. constructor; auto. split; auto. unfold digits, vscale. simpl. f_equal. lia.
Qed.
Lemma word_exists i : forall qs xs, Forall2 (fits i) qs xs ->
  exists w ts, length w = i /\ read_all qs w = Some ts /\ values (length qs) w = xs.
Proof.
  induction i; intros qs xs H.
  - exists [], qs. simpl. repeat split. induction H as [|q x qs xs [P B] H IH]; simpl; auto.
    rewrite count_here in B by auto. f_equal; auto. lia.
  - destruct (step_exists i qs xs H) as (l & ts & ys & S & F & ->).
    destruct (IHi _ _ F) as (w & us & L & R & V). exists (l :: w), us. simpl.
    destruct (step_length _ _ _ S) as [L1 L2]. rewrite S, R, L, <- V, L1. auto.
Qed.

(* Two words of the same length with an equal heap have the same digits for it. *)
Lemma kept_digits qs w w' ts ts' j : places qs (length w) -> length w = length w' ->
  (j < length qs)%nat -> read_all qs w = Some ts -> read_all qs w' = Some ts' ->
  nth j (values (length qs) w) 0 = nth j (values (length qs) w') 0 -> track j w = track j w'.
Proof.
  intros P L J R R' V. rewrite !nth_values in V.
  eapply (value_inj A OK (track j w) (nth j qs O)).
  - unfold track. rewrite map_length. unfold places in P. rewrite Forall_forall in P. apply P, nth_In; auto.
  - unfold track. now rewrite !map_length.
  - eapply read_track; eauto.
  - eapply read_track; eauto.
  - auto.
Qed.

(* A condition on two words. *)
Definition scalar (c : condition) (p : letter * letter) : Z :=
  dot (before c) (digits (fst p)) + dot (later c) (digits (snd p)).
Lemma ssum_values c k (w : list (letter * letter)) :
  ssum A (map (scalar c) w) =
  dot (before c) (values k (map fst w)) + dot (later c) (values k (map snd w)).
Proof.
  induction w as [|[a b] w IH]; simpl.
  - assert (forall f, dot f (repeat 0 k) = 0) as Z0.
    { intros f. revert k. induction f; intros [|k]; simpl; auto. rewrite IHf. lia. }
    now rewrite !Z0.
  - rewrite IH, !dot_vadd_r, !dot_vscale_r, !map_length. unfold scalar. simpl. lia.
Qed.
Lemma bounded_scalars c w : forall qs qs' ts ts', length qs = length qs' ->
  places qs (length w) -> places qs' (length w) ->
  read_all qs (map fst w) = Some ts -> read_all qs' (map snd w) = Some ts' ->
  bounded A c (map (scalar c) w).
Proof.
  induction w as [|[a b] w IH]; intros qs qs' ts ts' L P P' R R'.
  all: pose proof R as R0; pose proof R' as R0'.
  all: apply values_bound in R; [|rewrite map_length; auto]; apply values_bound in R'; [|rewrite map_length; auto].
  all: rewrite map_length in R, R'.
  - simpl. split; auto. rewrite <- L in R'. 
    pose proof (weight_pos A OK 0). unfold losses, gains.
    pose proof (gain_nonneg (before c)). pose proof (gain_nonneg (later c)).
    pose proof (loss_nonneg (before c)). pose proof (loss_nonneg (later c)). nia.
  - cbn [map bounded]. split.
    + change (scalar c (a, b) :: map (scalar c) w) with (map (scalar c) ((a, b) :: w)).
      rewrite (ssum_values c (length qs)). rewrite <- L in R'. rewrite map_length.
      pose proof (weight_pos A OK (length ((a, b) :: w))).
      set (B := weight A (length ((a, b) :: w)) - 1) in *.
      assert (0 <= B) by lia.
      pose proof (dot_bounds B (before c) _ H0 R). pose proof (dot_bounds B (later c) _ H0 R').
      unfold losses, gains. lia.
    + simpl in R0, R0'. destruct (step_all qs a) as [us|] eqn:E; [|discriminate].
      destruct (step_all qs' b) as [us'|] eqn:E'; [|discriminate].
      destruct (step_length _ _ _ E), (step_length _ _ _ E').
      apply (IH us us' ts ts'); auto. congruence.
      exact (places_step qs a us _ P E). exact (places_step qs' b us' _ P' E').
Qed.
End Tracks.
