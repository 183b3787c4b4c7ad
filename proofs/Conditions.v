(* Conditions are decided digit by digit. What was read of a linear form is worth a vector times the
   numbers of words of the states; [astep] is the vector after one more scalar, or [No] or [Yes] where
   what follows cannot matter. [atom_sound] and [beginning_sound]: at the end the state accepts exactly
   if the value satisfies the condition. Vectors that are worth nothing, [nothing] and [slack], only
   make different vectors of the same worth equal. *)
From Coq Require Import ZArith List Lia Bool.
From Marienbad Require Import Claim Vectors Numeration.
Import ListNotations.
Open Scope Z_scope.

(* A condition of a way: factors of the heaps before and after the move, and bounds. *)
Record condition := { before : list Z; later : list Z; within : bounds }.
Definition holds (c : condition) (x y : list Z) : bool :=
  admits (within c) (dot (before c) x + dot (later c) y).

Inductive astate := No | Yes | St (ph : nat) (v : list Z).

Section Atom.
Variable A : numeration.
Variable c : condition.
Variable slack : list (nat * list Z).
Definition losses := loss (before c) + loss (later c).
Definition gains := gain (before c) + gain (later c).
Definition exceeds ph v rest limit :=
  above A 400 ph (vadd v (unit (free_at A ph) (- rest))) (limit - rest).
Definition minus := vscale (-1).
Definition never ph v :=
  match high (within c) with Some h => exceeds ph v losses h | None => false end
  || match low (within c) with Some l => exceeds ph (minus v) gains (- l) | None => false end.
Definition always ph v :=
  match low (within c), high (within c) with
  | Some l, None => exceeds ph v losses (l - 1)
  | None, Some h => exceeds ph (minus v) gains (- h - 1)
  | _, _ => false
  end.
Definition pad v := vadd v (repeat 0 (size A)).
Definition astep (s : astate) (k : Z) : astate :=
  match s with
  | No => No
  | Yes => Yes
  | St ph v =>
      let ph' := pred_phase A ph in
      let v' := vadd (after v (lang A)) (unit (free_at A ph') k) in
      if modulus (within c) =? 0 then
        if never ph' v' then No else if always ph' v' then Yes
        else St ph' (pad (reduce (nothing A) v'))
      else St ph' (vmod (modulus (within c)) (pad (reduce (slack) (vmod (modulus (within c)) v'))))
  end.
Definition aaccepts (s : astate) : bool :=
  match s with No => false | Yes => true | St _ v => admits (within c) (dot v (counts A 0)) end.

Definition slack_ok : bool :=
  forallb (fun p : nat * list Z => let (_, b) := p in
    ((dot b (counts A 0)) mod modulus (within c) =? 0)
    && is_zero (vmod (modulus (within c)) (reduce (slack) (after b (lang A))))) (slack).

Fixpoint ssum (ks : list Z) : Z :=
  match ks with [] => 0 | k :: ks => k * weight A (length ks) + ssum ks end.
Fixpoint bounded (ks : list Z) : Prop :=
  (- losses * (weight A (length ks) - 1) <= ssum ks <= gains * (weight A (length ks) - 1)) /\
  match ks with [] => True | _ :: ks => bounded ks end.

Hypothesis OK : numeration_ok A = true.

Lemma exceeds_sound i v rest limit : exceeds (i mod period A) v rest limit = true ->
  limit < dot v (counts A i) - rest * (weight A i - 1).
Proof.
  unfold exceeds. intros H. apply above_sound in H; auto. rewrite dot_vadd_l, dot_unit in H.
  fold (count A (free_at A (i mod period A)) i) in H. fold (weight A i) in H. lia.
Qed.
Lemma dot_minus v x : dot (minus v) x = - dot v x.
Proof. unfold minus. rewrite dot_vscale_l. lia. Qed.
Lemma dot_zeros n x : dot (repeat 0 n) x = 0.
Proof. revert x; induction n; intros [|y x]; simpl; auto. Qed.
Lemma dot_pad v x : dot (pad v) x = dot v x.
Proof. unfold pad. rewrite dot_vadd_l, dot_zeros. lia. Qed.
Lemma never_sound i v R : modulus (within c) = 0 -> never (i mod period A) v = true ->
  - losses * (weight A i - 1) <= R <= gains * (weight A i - 1) ->
  admits (within c) (dot v (counts A i) + R) = false.
Proof.
  unfold never, admits. intros M H B. rewrite M. simpl. apply orb_prop in H as [H|H].
  - destruct (high (within c)) as [h|]; [|discriminate]. apply exceeds_sound in H.
    apply andb_false_intro2. unfold at_most. apply Z.leb_gt. lia.
  - destruct (low (within c)) as [h|]; [|discriminate]. apply exceeds_sound in H. rewrite dot_minus in H.
    apply andb_false_intro1. unfold at_least. apply Z.leb_gt. lia.
Qed.
Lemma always_sound i v R : modulus (within c) = 0 -> always (i mod period A) v = true ->
  - losses * (weight A i - 1) <= R <= gains * (weight A i - 1) ->
  admits (within c) (dot v (counts A i) + R) = true.
Proof.
  unfold always, admits. intros M H B. rewrite M. simpl.
  destruct (low (within c)) as [l|], (high (within c)) as [h|]; try discriminate; apply exceeds_sound in H; simpl;
    try rewrite dot_minus in H.
  - rewrite andb_true_r. apply Z.leb_le. lia.
  - apply Z.leb_le. lia.
Qed.
Hypothesis SLACK : modulus (within c) <> 0 -> slack_ok = true.
Lemma slack_zero : modulus (within c) <> 0 -> forall i p b, In (p, b) (slack) -> (dot b (counts A i)) mod modulus (within c) = 0.
Proof.
  intros M. pose proof (SLACK M) as H. unfold slack_ok in H. rewrite forallb_forall in H.
  induction i; intros p b I; specialize (H _ I); simpl in H; apply andb_prop in H as [H1 H2].
  - now apply Z.eqb_eq.
  - rewrite dot_counts. rewrite <- (dot_reduce_mod _ _ _ M IHi), <- dot_vmod, dot_zero by auto. apply Z.mod_0_l; auto.
Qed.
Lemma stays_no ks : fold_left astep ks No = No. Proof. induction ks; auto. Qed.
Lemma stays_yes ks : fold_left astep ks Yes = Yes. Proof. induction ks; auto. Qed.

Definition worth i V v :=
  if modulus (within c) =? 0 then dot v (counts A i) = V
  else (dot v (counts A i)) mod modulus (within c) = V mod modulus (within c).

Theorem atom_sound : forall ks V v, worth (length ks) V v -> bounded ks ->
  aaccepts (fold_left astep ks (St (length ks mod period A) v)) = admits (within c) (V + ssum ks).
Proof.
  induction ks as [|k ks IH]; intros V v W B.
  - cbn [fold_left aaccepts ssum length] in *. rewrite Z.add_0_r. unfold worth, admits in *.
    destruct (Z.eqb_spec (modulus (within c)) 0) as [M|M]. now rewrite W.
    now rewrite Zminus_mod, W, <- Zminus_mod.
  - cbn [fold_left]. unfold astep at 2. cbn [length ssum] in *.
    rewrite pred_phase_ok by auto.
    set (i := length ks) in *.
    set (v' := vadd (after v (lang A)) (unit (free_at A (i mod period A)) k)).
    assert (dot v' (counts A i) = dot v (counts A (S i)) + k * weight A i) as E.
    { unfold v'. rewrite dot_vadd_l, dot_unit, dot_counts. reflexivity. }
    destruct B as [_ B]. assert (bounded ks) as B' by auto.
    assert (- losses * (weight A i - 1) <= ssum ks <= gains * (weight A i - 1)) as R.
    { unfold i. destruct ks; apply B'. }
    unfold worth in *. destruct (Z.eqb_spec (modulus (within c)) 0) as [M|M].
    + destruct (never (i mod period A) v') eqn:N.
      { rewrite stays_no. simpl. pose proof (never_sound i v' (ssum ks) M N R) as F.
        rewrite <- F. f_equal. lia. }
      destruct (always (i mod period A) v') eqn:Y.
      { rewrite stays_yes. simpl. pose proof (always_sound i v' (ssum ks) M Y R) as F.
        rewrite <- F. f_equal. lia. }
      rewrite (IH (V + k * weight A i)); auto. f_equal; lia.
      rewrite dot_pad, dot_reduce. lia. apply nothing_zero; auto.
    + rewrite (IH (V + k * weight A i)); auto. f_equal; lia.
      rewrite dot_vmod, dot_pad, dot_reduce_mod, dot_vmod, E by (auto; intros; eapply slack_zero; eauto).
      now rewrite Z.add_mod, W, <- Z.add_mod.
Qed.

(* Where a condition stands before anything is read. *)
Definition beginning : astate :=
  if (modulus (within c) =? 0) && always 0 (repeat 0 (size A)) then Yes else St 0 (repeat 0 (size A)).
Theorem beginning_sound ks : (length ks mod period A = 0)%nat -> bounded ks ->
  aaccepts (fold_left astep ks beginning) = admits (within c) (ssum ks).
Proof.
  intros W B. unfold beginning.
  destruct (Z.eqb_spec (modulus (within c)) 0) as [M|M]; cbn [andb].
  destruct (always 0 (repeat 0 (size A))) eqn:Y.
  - rewrite stays_yes. symmetry. cbn [aaccepts].
    pose proof (always_sound (length ks) (repeat 0 (size A)) (ssum ks) M) as H.
    rewrite W, dot_zeros in H. apply H; auto. destruct ks; apply B.
  - rewrite <- W. rewrite (atom_sound ks 0); auto. unfold worth. rewrite dot_zeros.
    destruct (modulus (within c) =? 0); auto.
  - rewrite <- W. rewrite (atom_sound ks 0); auto. unfold worth. rewrite dot_zeros.
    destruct (modulus (within c) =? 0); auto.
Qed.
End Atom.
