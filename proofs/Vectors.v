(* Vectors of integers as lists. Entries that are missing count as 0, so that no lemma speaks of
   lengths. [after] is one step of the transposed matrix of a digit language; [reduce] subtracts
   multiples of vectors that are worth nothing, and changes no value. *)
From Coq Require Import ZArith List Lia Bool.
Import ListNotations.
Open Scope Z_scope.

Fixpoint dot (a b : list Z) : Z :=
  match a, b with x :: a, y :: b => x * y + dot a b | _, _ => 0 end.
Fixpoint vadd (a b : list Z) : list Z :=
  match a, b with
  | [], _ => b
  | _, [] => a
  | x :: a', y :: b' => (x + y) :: vadd a' b'
  end.
Definition vscale (c : Z) (a : list Z) := map (Z.mul c) a.
Fixpoint unit (t : nat) (c : Z) : list Z :=
  match t with O => [c] | S t => 0 :: unit t c end.
Fixpoint zsum (l : list Z) : Z := match l with [] => 0 | x :: l => x + zsum l end.

Lemma dot_nil_r a : dot a [] = 0. Proof. destruct a; reflexivity. Qed.
Lemma dot_vadd_l a : forall b x, dot (vadd a b) x = dot a x + dot b x.
Proof. induction a; intros [|y b] [|z x]; simpl; try lia. rewrite IHa. lia. Qed.
Lemma dot_vadd_r x : forall a b, dot x (vadd a b) = dot x a + dot x b.
Proof. induction x; intros [|y b] [|z c]; simpl; try lia. rewrite IHx. lia. Qed.
Lemma dot_vscale_l c a : forall x, dot (vscale c a) x = c * dot a x.
Proof. unfold vscale. induction a; intros [|y b]; simpl; try lia. rewrite IHa. lia. Qed.
Lemma dot_vscale_r c x : forall a, dot x (vscale c a) = c * dot x a.
Proof.
  unfold vscale. induction x as [|d x IH]; intros [|y b]; simpl; try lia. rewrite IH. lia.
Qed.
Lemma dot_unit t : forall c x, dot (unit t c) x = c * nth t x 0.
Proof. induction t; intros c [|y x]; simpl; try lia. rewrite IHt. lia. Qed.
Lemma dot_app a : forall b x y, length a = length x -> dot (a ++ b) (x ++ y) = dot a x + dot b y.
Proof. induction a; intros b [|z x] y H; simpl in *; try lia. rewrite IHa; lia. Qed.

Definition gain (f : list Z) := zsum (map (fun c => Z.max 0 c) f).
Definition loss (f : list Z) := zsum (map (fun c => Z.max 0 (- c)) f).
Lemma gain_nonneg f : 0 <= gain f.
Proof. unfold gain. induction f as [|c f IH]; cbn [map zsum]; lia. Qed.
Lemma loss_nonneg f : 0 <= loss f.
Proof. unfold loss. induction f as [|c f IH]; cbn [map zsum]; lia. Qed.
Lemma dot_bounds B f : forall xs, 0 <= B -> Forall (fun x => 0 <= x <= B) xs ->
  - loss f * B <= dot f xs <= gain f * B.
Proof.
  intros xs HB; revert xs. induction f as [|c f IH]; intros [|x xs] H; simpl; try lia.
  - pose proof (gain_nonneg (c :: f)). pose proof (loss_nonneg (c :: f)). nia.
  - inversion H; subst. specialize (IH xs H3).
    change (gain (c :: f)) with (Z.max 0 c + gain f).
    change (loss (c :: f)) with (Z.max 0 (- c) + loss f).
    assert (- Z.max 0 (- c) * B <= c * x <= Z.max 0 c * B) by nia. lia.
Qed.

(* One step of the transposed matrix. *)
Fixpoint rowvec (c : Z) (row : list nat) : list Z :=
  match row with [] => [] | t :: r => vadd (unit t c) (rowvec c r) end.
Definition rowsum (x : list Z) (row : list nat) : Z := zsum (map (fun t => nth t x 0) row).
Fixpoint after (v : list Z) (lang : list (list nat)) : list Z :=
  match v, lang with
  | c :: v', row :: lang' => vadd (if c =? 0 then [] else rowvec c row) (after v' lang')
  | _, _ => []
  end.
Lemma dot_rowvec c row x : dot (rowvec c row) x = c * rowsum x row.
Proof.
  induction row; unfold rowsum in *; simpl. lia.
  rewrite dot_vadd_l, dot_unit, IHrow. lia.
Qed.
Lemma dot_after lang x : forall v, dot (after v lang) x = dot v (map (rowsum x) lang).
Proof.
  induction lang; intros [|c v]; simpl; try reflexivity.
  rewrite dot_vadd_l, IHlang. destruct (Z.eqb_spec c 0); simpl. subst; lia.
  rewrite dot_rowvec. lia.
Qed.
Definition is_zero (v : list Z) := forallb (Z.eqb 0) v.
Lemma dot_zero v : is_zero v = true -> forall x, dot v x = 0.
Proof.
  unfold is_zero. induction v; intros H x; cbn [forallb] in *. reflexivity.
  apply andb_prop in H as [H1 H2]. apply Z.eqb_eq in H1. subst. destruct x; cbn [dot]; auto. rewrite IHv; auto.
Qed.
(* Reduction by vectors that are worth nothing; each comes with the place of its pivot. *)
Fixpoint reduce (basis : list (nat * list Z)) (v : list Z) : list Z :=
  match basis with
  | [] => v
  | (p, b) :: rest => reduce rest (vadd v (vscale (- (nth p v 0 / nth p b 1)) b))
  end.
Lemma dot_reduce x basis : (forall p b, In (p, b) basis -> dot b x = 0) ->
  forall v, dot (reduce basis v) x = dot v x.
Proof.
  induction basis as [|[p b] rest IH]; intros H v; simpl. reflexivity.
  rewrite IH by (intros; eapply H; right; eauto).
  rewrite dot_vadd_l, dot_vscale_l, (H p b) by (left; auto). lia.
Qed.

Definition vmod m (v : list Z) := map (fun x => x mod m) v.
Lemma dot_vmod m v x : m <> 0 -> (dot (vmod m v) x) mod m = (dot v x) mod m.
Proof.
  intros M. revert x. unfold vmod. induction v as [|a v IH]; intros [|y x]; simpl; auto.
  rewrite Z.add_mod, IH, Z.mul_mod_idemp_l, <- Z.add_mod by auto. auto.
Qed.
Lemma dot_reduce_mod m x basis : m <> 0 -> (forall p b, In (p, b) basis -> (dot b x) mod m = 0) ->
  forall v, (dot (reduce basis v) x) mod m = (dot v x) mod m.
Proof.
  intros M. induction basis as [|[p b] rest IH]; intros H v; simpl. reflexivity.
  rewrite IH by (intros; eapply H; right; eauto).
  rewrite dot_vadd_l, dot_vscale_l. assert ((dot b x) mod m = 0) as E by (apply (H p); left; auto).
  apply Z.mod_divide in E as [t E]; auto. rewrite E.
  replace (dot v x + - (nth p v 0 / nth p b 1) * (t * m)) with (dot v x + (- (nth p v 0 / nth p b 1) * t) * m) by ring.
  now apply Z.mod_add.
Qed.
