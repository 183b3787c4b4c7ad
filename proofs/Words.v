(* The words of Claim.v are those that the other files read: the same weights, the same numbers, the
   same letters, and the table of the file is that of the functions that the checks use. *)
From Coq Require Import ZArith List Lia Bool.
From Marienbad Require Import Claim Vectors Numeration Conditions Tracks Moves Automata.
Import ListNotations.
Open Scope Z_scope.

Section Words.
Variable g : game.
Variable A : numeration.
Hypothesis LANG : lang A = language g.
Hypothesis FREE : frees A = free g.
Hypothesis OK : numeration_ok A = true.
Notation k := (heaps g).
Notation base := (base_of g).

Lemma same_period : Numeration.period A = Claim.period g.
Proof. unfold Numeration.period, Claim.period. now rewrite FREE. Qed.
Lemma same_row q : row A q = targets g q.
Proof. unfold row, targets. now rewrite LANG. Qed.
Lemma rows_fit : Forall (fun r => (length r <= base)%nat) (lang A).
Proof.
  rewrite LANG. apply Forall_forall. intros r I. unfold base_of.
  pose proof (proj1 (list_max_le (map (@length nat) (language g)) _) (le_n _)) as H.
  rewrite Forall_forall in H. apply H. now apply in_map.
Qed.
Lemma same_words i : forall q, at_place A q i -> words_from g q i = count A q i.
Proof.
  induction i; intros q H. rewrite count_here; auto.
  rewrite count_S by apply H. destruct (state_facts A OK q i H) as (_ & _ & T). cbn [words_from].
  rewrite <- same_row. unfold rowsum. change (sum ?l) with (zsum l). f_equal.
  apply map_ext_in. intros t I. rewrite IHi; auto.
Qed.
Lemma same_weight i : U g i = weight A i.
Proof.
  unfold U, weight, free_at. rewrite <- same_period, <- FREE. apply same_words. apply (free_place A OK i).
Qed.
Lemma same_number w : number g w = value A w.
Proof. induction w; simpl; auto. now rewrite same_weight, IHw. Qed.

(* ** Words *)
Lemma read_readable w : forall q, (exists t, read A q w = Some t) <-> readable g q w.
Proof.
  induction w as [|d w IH]; intros q; simpl. split; eauto.
  rewrite same_row. destruct (nth_error (targets g q) d); auto. split; [intros (t & H); discriminate|tauto].
Qed.
Lemma step_tracks qs : forall l, length l = length qs ->
  (forall j, (j < length qs)%nat -> exists t, nth_error (row A (nth j qs O)) (nth j l O) = Some t) ->
  exists ts, step_all A qs l = Some ts.
Proof.
  induction qs as [|q qs IH]; intros [|d l] L H; simpl in L; try lia; simpl; eauto.
  destruct (H O) as (t & E); [simpl; lia|]. simpl in E. rewrite E.
  destruct (IH l) as (ts & ->); [lia| |eauto]. intros j J. apply (H (S j)). simpl; lia.
Qed.
Lemma read_tracks w : forall qs, Forall (fun l => length l = length qs) w ->
  (forall j, (j < length qs)%nat -> readable g (nth j qs O) (digits_of j w)) ->
  exists ts, read_all A qs w = Some ts.
Proof.
  induction w as [|l w IH]; intros qs F H; simpl; eauto. inversion F; subst.
  assert (forall j, (j < length qs)%nat -> exists t, nth_error (row A (nth j qs O)) (nth j l O) = Some t) as ST.
  { intros j J. specialize (H j J). simpl in H. rewrite same_row.
    destruct (nth_error (targets g (nth j qs O)) (nth j l O)); [eauto|tauto]. }
  destruct (step_tracks qs l H2 ST) as (ts & E). rewrite E. destruct (step_length _ _ _ _ E) as [LT _].
  apply IH. now rewrite LT. intros j J. rewrite LT in J. specialize (H j J). simpl in H.
  destruct (step_track _ _ _ _ _ E J) as (SE & _). rewrite <- same_row, SE in H. exact H.
Qed.
Lemma nth_zero j n : nth j (repeat O n) O = O.
Proof. revert j. induction n; intros [|j]; simpl; auto. Qed.
Theorem is_word_read w : smalls k base w ->
  (is_word g w <-> whole A w /\ exists ts, read_all A (zeros k) w = Some ts).
Proof.
  intros F. unfold is_word, whole. rewrite same_period. split; intros [W H]; split; auto.
  - apply read_tracks; rewrite zeros_length.
    + eapply Forall_impl; [|exact F]. intros l [L _]. exact L.
    + intros j J. unfold zeros. rewrite nth_zero. auto.
  - destruct H as (ts & R). intros j J. apply read_readable. exists (nth j ts O).
    rewrite <- (zeros_length k) in J. pose proof (read_track A w _ _ j R J) as Q.
    unfold zeros in Q. now rewrite nth_zero in Q.
Qed.
Theorem position_values w : smalls k base w -> position_of g w = values A k w.
Proof.
  intros F. apply nth_ext with 0 0; unfold position_of.
  - rewrite map_length, seq_length. symmetry. eapply smalls_length; eauto.
  - intros j J. rewrite map_length, seq_length in J. rewrite nth_values.
    rewrite nth_indep with (d' := (fun j => number g (digits_of j w)) O) by (now rewrite map_length, seq_length).
    rewrite (map_nth (fun j => number g (digits_of j w))), seq_nth by auto. apply same_number.
Qed.
Lemma values_position w ts : whole A w -> read_all A (zeros k) w = Some ts -> is_position k (values A k w).
Proof.
  intros W R. destruct (read_length _ _ _ _ R) as [L _]. rewrite zeros_length in L. split; auto.
  pose proof (values_bound A OK w (zeros k) ts (places_start A k OK _ W) R) as B. rewrite zeros_length in B.
  eapply Forall_impl; [|exact B]. cbv beta. intros; lia.
Qed.
(* Every position that is small enough for i digits has a word of i digits; so every position has one. *)
Lemma word_of_length i x : (i mod Numeration.period A = 0)%nat -> is_position k x ->
  Forall (fun n => n < weight A i) x ->
  exists w ts, length w = i /\ read_all A (zeros k) w = Some ts /\ values A k w = x.
Proof.
  intros M [L F] B. destruct (ok_parts A OK) as (P & _ & Z0 & _).
  assert (Forall2 (fits A i) (zeros k) x) as FF.
  { unfold zeros. rewrite <- L. clear L. induction F as [|a v H H' IH]; cbn [length repeat]; constructor; inversion B; subst; auto.
    assert (at_place A 0 i) as AP by (pose proof (free_place A OK i) as FP; now rewrite M, Z0 in FP).
    split; auto. split; auto. unfold weight in H2. now rewrite M, Z0 in H2. }
  destruct (word_exists A OK i _ _ FF) as (w & ts & LW & R & V). rewrite zeros_length in V. eauto.
Qed.
Lemma every_position x : is_position k x ->
  exists w ts, whole A w /\ read_all A (zeros k) w = Some ts /\ values A k w = x.
Proof.
  intros HP. destruct (ok_parts A OK) as (P & _). set (i := (Numeration.period A * S (Z.to_nat (zsum x)))%nat).
  assert (i mod Numeration.period A = 0)%nat as M by (unfold i; rewrite Nat.mul_comm; apply Nat.mod_mul; auto).
  destruct (word_of_length i x M HP) as (w & ts & LW & R & V).
  - destruct HP as [_ F]. assert (forall v, Forall (Z.le 0) v -> Forall (fun n => n <= zsum v) v) as Q.
    { induction 1 as [|a v H H' IH]; constructor; cbn [zsum].
      - pose proof (zsum_nonneg v H'). lia.
      - eapply Forall_impl; [|exact IH]. cbv beta. intros; lia. }
    pose proof (zsum_nonneg x F). eapply Forall_impl; [|exact (Q x F)]. cbv beta. intros n H'.
    pose proof (weight_grows A OK i). assert (Z.of_nat (Z.to_nat (zsum x)) = zsum x) by (apply Z2Nat.id; lia).
    assert (S (Z.to_nat (zsum x)) <= i)%nat by (unfold i; nia). lia.
  - exists w, ts. unfold whole. rewrite LW. auto.
Qed.

(* ** The table of the file *)
Fixpoint row_match (f : nat -> nat) (c : nat) (r : list nat) : bool :=
  match r with [] => true | t :: r => if Nat.eqb (f c) t then row_match f (S c) r else false end.
Fixpoint table_match (n : nat) (f : nat -> nat -> nat) (s : nat) (rows : list (list nat)) : bool :=
  match rows with
  | [] => true
  | r :: rows => if Nat.eqb (length r) n && row_match (f s) 0 r then table_match n f (S s) rows else false
  end.
Fixpoint marks (f : nat -> bool) (s n : nat) (l : list nat) : bool :=
  match n with
  | O => match l with [] => true | _ => false end
  | S n =>
      match l with
      | a :: l' => if Nat.eqb a s then f s && marks f (S s) n l' else negb (f s) && marks f (S s) n l
      | [] => negb (f s) && marks f (S s) n []
      end
  end.
Definition represents (a : automaton) (B : auto) : bool :=
  Nat.eqb (states B) (length (table a)) && Nat.eqb (init B) (start a)
  && table_match (base ^ k) (delta B) 0 (table a) && marks (final B) 0 (states B) (accepting a).

Lemma row_match_nth f r : forall c, row_match f c r = true -> forall i, (i < length r)%nat -> nth i r O = f (c + i)%nat.
Proof.
  induction r as [|t r IH]; intros c H i L; simpl in *; [lia|].
  destruct (Nat.eqb_spec (f c) t) as [E|]; [|discriminate]. destruct i as [|i].
  - now rewrite Nat.add_0_r.
  - rewrite (IH (S c) H i) by lia. f_equal. lia.
Qed.
Lemma table_match_nth n f rows : forall s, table_match n f s rows = true ->
  forall i c, (i < length rows)%nat -> (c < n)%nat -> nth c (nth i rows []) O = f (s + i)%nat c.
Proof.
  induction rows as [|r rows IH]; intros s H i c L LC; simpl in *; [lia|].
  destruct (Nat.eqb (length r) n && row_match (f s) 0 r) eqn:E; [|discriminate].
  apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1. destruct i as [|i].
  - rewrite Nat.add_0_r. rewrite (row_match_nth _ _ _ E2); auto. lia.
  - rewrite (IH (S s) H i c) by lia. f_equal. lia.
Qed.
Lemma marks_spec f n : forall s l, marks f s n l = true ->
  (forall i, (s <= i < s + n)%nat -> (f i = true <-> In i l)) /\ Forall (fun a => (s <= a)%nat) l.
Proof.
  induction n; intros s l H; simpl in H.
  - destruct l; [|discriminate]. split; auto. intros; lia.
  - assert (forall l, (f s = true <-> In s l) -> (forall i, (S s <= i < S s + n)%nat -> (f i = true <-> In i l)) ->
      forall i, (s <= i < s + S n)%nat -> (f i = true <-> In i l)) as STEP.
    { intros m H1 H2 i L. destruct (Nat.eq_dec i s) as [->|]; auto. apply H2. lia. }
    assert (forall l, Forall (fun a => (S s <= a)%nat) l -> ~ In s l) as OUT.
    { intros m F I. rewrite Forall_forall in F. specialize (F s I). lia. }
    assert (forall l, Forall (fun a => (S s <= a)%nat) l -> Forall (fun a => (s <= a)%nat) l) as WEAK.
    { intros m F. eapply Forall_impl; [|exact F]. cbv beta. intros; lia. }
    destruct l as [|a l].
    + apply andb_prop in H as [H1 H2]. apply negb_true_iff in H1. destruct (IHn _ _ H2) as [I1 I2]. split; auto.
      apply STEP; auto. rewrite H1. simpl. intuition discriminate.
    + destruct (Nat.eqb_spec a s) as [->|D].
      * apply andb_prop in H as [H1 H2]. destruct (IHn _ _ H2) as [I1 I2]. split; [|constructor; auto].
        apply STEP. simpl; tauto. intros i L. rewrite I1 by lia. simpl. split; auto. intros [<-|I]; auto. lia.
      * apply andb_prop in H as [H1 H2]. apply negb_true_iff in H1. destruct (IHn _ _ H2) as [I1 I2]. split; auto.
        apply STEP; auto. rewrite H1. split; [discriminate|]. intros I. destruct (OUT _ I2 I).
Qed.
Lemma code_bound l : forall n, Forall (fun d => (d < base)%nat) l ->
  (fold_left (fun n d => (n * base + d)%nat) l n < (n + 1) * base ^ length l)%nat.
Proof.
  induction l as [|d l IH]; intros n F; cbn [fold_left length Nat.pow]. lia. inversion F; subst.
  specialize (IH (n * base + d)%nat H2). assert (n * base + d + 1 <= (n + 1) * base)%nat by nia.
  eapply Nat.lt_le_trans; [exact IH|]. rewrite Nat.mul_assoc. apply Nat.mul_le_mono_r. auto.
Qed.
Section Table.
Variable a : automaton.
Variable B : auto.
Hypothesis REP : represents a B = true.
Hypothesis EDGED : edges_ok (coded k base) B = true.
Lemma rep_parts : states B = length (table a) /\ init B = start a /\
  (forall s l, (s < states B)%nat -> small k base l ->
    nth (letter_number g l) (nth s (table a) []) O = delta B s (code base l)) /\
  (forall s, (s < states B)%nat -> (final B s = true <-> In s (accepting a))).
Proof.
  unfold represents in REP. apply andb_prop in REP as [H H3]. apply andb_prop in H as [H H2]. apply andb_prop in H as [H0 H1].
  apply Nat.eqb_eq in H0, H1. repeat split; auto.
  - intros s l L [LL F]. rewrite (table_match_nth _ _ _ _ H2 s); [reflexivity|lia|].
    pose proof (code_bound l O F) as CB. unfold letter_number. rewrite <- LL. lia.
  - intros F. apply (marks_spec _ _ _ _ H3); auto. lia.
  - intros F. apply (marks_spec _ _ _ _ H3); auto. lia.
Qed.
Lemma arrives_run w : forall s, (s < states B)%nat -> smalls k base w ->
  arrives g a s w = match brun base B s w with Some t => t | None => O end /\
  match brun base B s w with Some t => (t < states B)%nat | None => True end.
Proof.
  destruct rep_parts as (_ & _ & D & _).
  induction w as [|l w IH]; intros s L F.
  - destruct s; simpl; auto.
  - inversion F; subst. cbn [brun]. destruct (bstep base B s l) as [t|] eqn:E.
    + destruct (edge_in _ _ _ _ _ _ EDGED L H1 E) as [_ LT]. destruct (bstep_live _ _ _ _ _ E) as (NZ & _ & DE).
      destruct s as [|s]; [congruence|]. cbn [arrives]. rewrite D, DE by auto. apply IH; auto.
    + split; auto. destruct s as [|s]; auto. cbn [arrives]. rewrite D by auto.
      unfold bstep in E. destruct (delta B (S s) (code base l)); [|discriminate]. destruct w; auto.
Qed.
Theorem accepts_same w : smalls k base w -> (accepts g a w <-> baccepts base B w = true).
Proof.
  intros F. destruct rep_parts as (LS & IS & _ & FS). pose proof (init_state _ _ EDGED) as LI.
  destruct (arrives_run w (init B) LI F) as [E L]. unfold accepts. rewrite <- IS, E. unfold baccepts, good.
  destruct (brun base B (init B) w) as [t|].
  - rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq, FS by auto. tauto.
  - split; [intros [N _]; congruence|discriminate].
Qed.
End Table.
End Words.
