(* Words are numbers. In a state of the digit language all digits but the last lead to the free state of
   the phase, so the words of i digits are the numbers below their count, in alphabetical order:
   [value_bound], [value_inj], [value_exists]. No state has more words than its free one
   ([count_weight]), weights grow ([weight_grows]), and [above_sound] shows that what was read exceeds
   a limit whatever digits follow. Phases, the pairs [below] and the vectors [nothing] are guesses that
   [numeration_ok] checks, the last by induction on the place: the theorem of Cayley and Hamilton is
   not needed. *)
From Coq Require Import ZArith List Lia Bool.
From Marienbad Require Import Vectors.
Import ListNotations.
Open Scope Z_scope.

(* Facts on one row of a digit language: all targets but the last are f. *)
Fixpoint allbut (f : nat) (row : list nat) : bool :=
  match row with
  | [] => true
  | [_] => true
  | t :: r => Nat.eqb t f && allbut f r
  end.
Lemma allbut_cons f t r : r <> [] -> allbut f (t :: r) = true -> t = f /\ allbut f r = true.
Proof.
  intros H. destruct r. congruence. simpl allbut. intros E. apply andb_prop in E as [E1 E2].
  apply Nat.eqb_eq in E1. auto.
Qed.
Section Row.
Variable x : list Z.
Variable f : nat.
Let g t := nth t x 0.
Lemma row_bound : forall row d t, (forall t, 0 <= g t) -> allbut f row = true ->
  nth_error row d = Some t -> Z.of_nat d * g f + g t <= rowsum x row.
Proof.
  induction row as [|u r IH]; intros d t pos H E. destruct d; discriminate.
  unfold rowsum in *. cbn [map zsum]. destruct d.
  - injection E as ->. assert (0 <= zsum (map (fun t => nth t x 0) r)).
    { clear - pos. induction r; cbn [map zsum]. lia. specialize (pos a). unfold g in pos. lia. }
    unfold g. lia.
  - simpl in E. assert (r <> []) by (intros ->; destruct d; discriminate).
    destruct (allbut_cons f u r H0 H) as [-> H']. specialize (IH d t pos H' E).
    unfold g in *. lia.
Qed.
Lemma row_before : forall row d d' t t', allbut f row = true -> (d < d')%nat ->
  nth_error row d = Some t -> nth_error row d' = Some t' -> t = f.
Proof.
  induction row as [|u r IH]; intros d d' t t' H L E E'. destruct d; discriminate.
  assert (r <> []). { intros ->. destruct d'; [lia|]. destruct d'; discriminate. }
  destruct (allbut_cons f u r H0 H) as [-> H']. destruct d.
  - injection E as ->; auto.
  - destruct d' as [|d']; [lia|]. apply (IH d d' t t'); auto. lia.
Qed.
Lemma row_exists : forall row n, allbut f row = true -> 0 <= n < rowsum x row ->
  exists d t, nth_error row d = Some t /\ 0 <= n - Z.of_nat d * g f < g t.
Proof.
  induction row as [|u r IH]; intros n H B; unfold rowsum in *; cbn [map zsum] in B. lia.
  destruct (Z_lt_le_dec n (g u)) as [L|L].
  - exists O, u. split; auto. lia.
  - assert (r <> []). { intros ->. cbn [map zsum] in B. unfold g in L. lia. }
    destruct (allbut_cons f u r H0 H) as [-> H'].
    destruct (IH (n - g f)) as (d & t & E & B'); auto. unfold g in *; lia.
    exists (S d), t. split; auto. lia.
Qed.
End Row.

Record numeration := {
  lang : list (list nat);
  frees : list nat;
  phases : list nat;
  below : list (nat * nat);            (* pairs (q, r): q reads no more than r *)
  nothing : list (nat * list Z)        (* vectors that are worth 0 at every place *)
}.

Section Num.
Variable A : numeration.
Definition size := length (lang A).
Definition period := length (frees A).
Definition row q := nth q (lang A) [].
Definition phase q := nth q (phases A) O.
Definition free_at (ph : nat) := nth ph (frees A) O.
Definition pred_phase (ph : nat) := match ph with O => pred period | S k => k end.

Fixpoint counts (i : nat) : list Z :=
  match i with
  | O => map (fun ph => if Nat.eqb ph 0 then 1 else 0) (phases A)
  | S i => map (rowsum (counts i)) (lang A)
  end.
Definition count q i := nth q (counts i) 0.
Definition weight i := count (free_at (i mod period)) i.

Definition mem2 (p : nat * nat) l :=
  existsb (fun r => Nat.eqb (fst p) (fst r) && Nat.eqb (snd p) (snd r)) l.
Lemma mem2_in p l : mem2 p l = true -> In p l.
Proof.
  unfold mem2. intros H. apply existsb_exists in H as ([a b] & I & E).
  apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1, E2. destruct p; simpl in *; subst; auto.
Qed.

Definition last_of q := last (row q) O.
Definition state_ok q :=
  let ph := phase q in
  let f := free_at (pred_phase ph) in
  (ph <? period)%nat && negb (Nat.eqb (length (row q)) 0) && allbut f (row q)
  && forallb (fun t => (t <? size)%nat && Nat.eqb (phase t) (pred_phase ph)) (row q)
  && mem2 (q, free_at ph) (below A).
Definition free_ok ph :=
  let q := free_at ph in
  (q <? size)%nat && Nat.eqb (phase q) ph && (2 <=? length (row q))%nat.
Definition below_ok (p : nat * nat) :=
  let (q, r) := p in
  (q <? size)%nat && (r <? size)%nat && Nat.eqb (phase q) (phase r) &&
  ((length (row q) <? length (row r))%nat
   || (Nat.eqb (length (row q)) (length (row r)) && mem2 (last_of q, last_of r) (below A))).
Definition nothing_ok (p : nat * list Z) :=
  let (_, b) := p in
  (dot b (counts O) =? 0) && is_zero (reduce (nothing A) (after b (lang A))).
Definition numeration_ok : bool :=
  negb (Nat.eqb period 0) && Nat.eqb (length (phases A)) size && Nat.eqb (free_at 0) 0
  && forallb state_ok (seq 0 size) && forallb free_ok (seq 0 period)
  && forallb below_ok (below A) && forallb nothing_ok (nothing A).

Hypothesis OK : numeration_ok = true.

Definition at_place q i := (q < size)%nat /\ phase q = (i mod period)%nat.

Lemma ok_parts : period <> O /\ length (phases A) = size /\ free_at 0 = O /\
  (forall q, (q < size)%nat -> state_ok q = true) /\
  (forall ph, (ph < period)%nat -> free_ok ph = true) /\
  (forall p, In p (below A) -> below_ok p = true) /\
  (forall p, In p (nothing A) -> nothing_ok p = true).
Proof.
  unfold numeration_ok in OK. repeat (apply andb_prop in OK as [OK ?]).
  rewrite forallb_forall in *. apply negb_true_iff in OK. apply Nat.eqb_neq in OK.
  apply Nat.eqb_eq in H3, H4.
  repeat split; auto; intros; try (apply H2, in_seq; lia); try (apply H1, in_seq; lia).
Qed.

Lemma pred_phase_ok i : pred_phase (S i mod period) = (i mod period)%nat.
Proof.
  destruct ok_parts as (P & _). unfold pred_phase.
  pose proof (Nat.div_mod i period P). pose proof (Nat.mod_upper_bound i period P).
  destruct (Nat.eq_dec (S (i mod period)) period) as [E|E].
  - replace (S i mod period)%nat with O. lia.
    apply Nat.mod_unique with (S (i / period)); lia.
  - replace (S i mod period)%nat with (S (i mod period)); auto.
    apply Nat.mod_unique with (i / period)%nat; lia.
Qed.

Lemma state_facts q i : at_place q (S i) ->
  row q <> [] /\ allbut (free_at (i mod period)) (row q) = true /\
  (forall t, In t (row q) -> at_place t i).
Proof.
  intros [L E]. destruct ok_parts as (P & _ & _ & H & _). specialize (H q L).
  unfold state_ok in H. repeat (apply andb_prop in H as [H ?]).
  rewrite E, pred_phase_ok in * by auto. repeat split.
  - intros N. rewrite N in H3. discriminate.
  - auto.
  - rewrite forallb_forall in H1. specialize (H1 t H4). apply andb_prop in H1 as [H1 _].
    apply Nat.ltb_lt in H1. auto.
  - rewrite forallb_forall in H1. specialize (H1 t H4). apply andb_prop in H1 as [_ H1].
    apply Nat.eqb_eq in H1. auto.
Qed.

Lemma count_S q i : (q < size)%nat -> count q (S i) = rowsum (counts i) (row q).
Proof.
  intros L. unfold count. simpl counts. unfold row.
  rewrite nth_indep with (d' := rowsum (counts i) []) by (now rewrite map_length).
  now rewrite map_nth.
Qed.
Lemma rowsum_nonneg x r : (forall t, 0 <= nth t x 0) -> 0 <= rowsum x r.
Proof. intros H. unfold rowsum. induction r; cbn [map zsum]. lia. specialize (H a). lia. Qed.
Lemma counts_nonneg i : forall q, 0 <= nth q (counts i) 0.
Proof.
  induction i; intros q; simpl counts.
  - destruct (nth_in_or_default q (map (fun ph => if Nat.eqb ph 0 then 1 else 0) (phases A)) 0) as [I| ->]; [|lia].
    apply in_map_iff in I as (ph & <- & _). destruct (Nat.eqb ph 0); lia.
  - destruct (nth_in_or_default q (map (rowsum (counts i)) (lang A)) 0) as [I| ->]; [|lia].
    apply in_map_iff in I as (r & <- & _). apply rowsum_nonneg, IHi.
Qed.
Lemma count_0 q : (q < size)%nat -> count q 0 = if Nat.eqb (phase q) 0 then 1 else 0.
Proof.
  intros L. destruct ok_parts as (_ & E & _). unfold count, phase. simpl counts.
  rewrite nth_indep with (d' := (fun ph => if Nat.eqb ph 0 then 1 else 0) O) by (now rewrite map_length, E).
  now rewrite (map_nth (fun ph => if Nat.eqb ph 0 then 1 else 0)).
Qed.
Lemma count_here q : at_place q 0 -> count q 0 = 1.
Proof.
  intros [L E]. rewrite count_0 by auto. rewrite E. destruct ok_parts as (P & _).
  rewrite Nat.mod_0_l by auto. reflexivity.
Qed.
Lemma count_pos i : forall q, at_place q i -> 1 <= count q i.
Proof.
  induction i; intros q H.
  - rewrite count_here; auto. lia.
  - destruct (state_facts q i H) as (N & B & T). rewrite count_S by apply H.
    destruct (row q) as [|t r] eqn:R. congruence.
    assert (1 <= count t i) by (apply IHi, T; left; auto).
    pose proof (row_bound (counts i) _ (t :: r) O t (counts_nonneg i) B eq_refl).
    unfold count in *. lia.
Qed.
Lemma free_place i : at_place (free_at (i mod period)) i.
Proof.
  destruct ok_parts as (P & _ & _ & _ & F & _). specialize (F (i mod period)%nat (Nat.mod_upper_bound _ _ P)).
  unfold free_ok in F. repeat (apply andb_prop in F as [F ?]). split.
  now apply Nat.ltb_lt. now apply Nat.eqb_eq.
Qed.

(* One track. *)
Fixpoint read (q : nat) (w : list nat) : option nat :=
  match w with
  | [] => Some q
  | d :: w => match nth_error (row q) d with Some t => read t w | None => None end
  end.
Fixpoint value (w : list nat) : Z :=
  match w with [] => 0 | d :: w => Z.of_nat d * weight (length w) + value w end.

Lemma value_bound w : forall q t, at_place q (length w) -> read q w = Some t ->
  0 <= value w < count q (length w).
Proof.
  induction w as [|d w IH]; intros q t H R; simpl in *.
  - rewrite count_here; auto. lia.
  - destruct (nth_error (row q) d) as [u|] eqn:E; [|discriminate].
    destruct (state_facts q _ H) as (N & B & T).
    specialize (IH u t (T u (nth_error_In _ _ E)) R).
    pose proof (row_bound (counts (length w)) _ (row q) d u (counts_nonneg _) B E).
    rewrite count_S by apply H. unfold weight, count in *.
    pose proof (counts_nonneg (length w) (free_at (length w mod period))). nia.
Qed.
Lemma value_inj w : forall q w' t t', at_place q (length w) -> length w = length w' ->
  read q w = Some t -> read q w' = Some t' -> value w = value w' -> w = w'.
Proof.
  induction w as [|d w IH]; intros q w' t t' H L R R' V; destruct w' as [|d' w']; simpl in L; try lia; auto.
  simpl in *. injection L as L.
  destruct (nth_error (row q) d) as [u|] eqn:E; [|discriminate].
  destruct (nth_error (row q) d') as [u'|] eqn:E'; [|discriminate].
  destruct (state_facts q _ H) as (N & B & T).
  pose proof (value_bound w u t (T u (nth_error_In _ _ E)) R) as VB.
  assert (at_place u' (length w')) as AP' by (rewrite <- L; apply T, (nth_error_In _ _ E')).
  pose proof (value_bound w' u' t' AP' R') as VB'.
  rewrite <- L in *.
  destruct (lt_eq_lt_dec d d') as [[D|D]|D].
  - rewrite (row_before _ _ _ _ _ _ B D E E') in VB. unfold weight in *. nia.
  - subst d'. f_equal. rewrite E in E'. injection E' as <-. apply (IH u w' t t'); auto; try lia.
  - rewrite (row_before _ _ _ _ _ _ B D E' E) in VB'. unfold weight in *. nia.
Qed.

(* Cut-offs: no state has more words than the free one. *)
Lemma row_last x f r : allbut f r = true -> r <> [] ->
  rowsum x r = Z.of_nat (length r - 1) * nth f x 0 + nth (last r O) x 0.
Proof.
  induction r as [|t r IH]; intros H N. congruence.
  destruct r as [|u r]. unfold rowsum. simpl. lia.
  destruct (allbut_cons f t (u :: r)) as [-> H']; auto. discriminate.
  unfold rowsum in *. cbn [map zsum] in *. rewrite IH by (auto; discriminate).
  cbn [length last]. replace (S (S (length r)) - 1)%nat with (S (length r)) by lia.
  replace (S (length r) - 1)%nat with (length r) by lia. lia.
Qed.
Lemma last_in (l : list nat) : l <> [] -> In (last l O) l.
Proof.
  intros H. destruct (exists_last H) as (l' & a & ->). rewrite last_last. apply in_or_app; right; left; auto.
Qed.
Lemma below_free q i : at_place q i -> In (q, free_at (i mod period)) (below A).
Proof.
  intros [L E]. destruct ok_parts as (_ & _ & _ & H & _). specialize (H q L). unfold state_ok in H.
  apply andb_prop in H as [_ H]. rewrite E in H. now apply mem2_in.
Qed.
Lemma below_count i : forall q r, In (q, r) (below A) -> at_place q i -> count q i <= count r i.
Proof.
  induction i; intros q r I H.
  all: destruct ok_parts as (P & _ & _ & _ & _ & BO & _).
  all: pose proof (BO _ I) as B; unfold below_ok in B; repeat (apply andb_prop in B as [B ?]).
  all: apply Nat.ltb_lt in B, H2; apply Nat.eqb_eq in H1.
  - rewrite !count_here; auto. lia. split; auto. rewrite <- H1. apply H.
  - assert (at_place r (S i)) as Hr by (split; auto; rewrite <- H1; apply H).
    destruct (state_facts q i H) as (Nq & Bq & Tq). destruct (state_facts r i Hr) as (Nr & Br & Tr).
    rewrite !count_S by auto. rewrite (row_last _ _ _ Bq Nq), (row_last _ _ _ Br Nr).
    set (f := free_at (i mod period)) in *.
    pose proof (IHi _ _ (below_free _ i (Tq _ (last_in _ Nq))) (Tq _ (last_in _ Nq))) as LQ.
    fold f in LQ. unfold count in LQ.
    pose proof (counts_nonneg i f). pose proof (counts_nonneg i (last (row r) O)).
    apply orb_prop in H0 as [H0|H0].
    + apply Nat.ltb_lt in H0.
      assert (length (row q) <> O) by (destruct (row q); simpl; congruence).
      assert (Z.of_nat (length (row q) - 1) + 1 <= Z.of_nat (length (row r) - 1)) by lia. nia.
    + apply andb_prop in H0 as [H0 M]. apply Nat.eqb_eq in H0. rewrite H0.
      pose proof (IHi _ _ (mem2_in _ _ M) (Tq _ (last_in _ Nq))) as LL.
      unfold count, last_of in LL. lia.
Qed.
Lemma weight_pos i : 1 <= weight i.
Proof. unfold weight. apply count_pos, free_place. Qed.
Lemma count_weight q i : at_place q i -> count q i <= weight i.
Proof. intros H. unfold weight. apply below_count; auto. now apply below_free. Qed.
Lemma weight_grows i : Z.of_nat i < weight i.
Proof.
  induction i. pose proof (weight_pos 0); lia.
  pose proof (free_place (S i)) as F. unfold weight. rewrite count_S by apply F.
  destruct (state_facts _ i F) as (N & B & T). rewrite (row_last _ _ _ B N).
  destruct ok_parts as (P & _ & _ & _ & FO & _).
  specialize (FO (S i mod period)%nat (Nat.mod_upper_bound _ _ P)). unfold free_ok in FO.
  apply andb_prop in FO as [_ FO]. apply Nat.leb_le in FO.
  pose proof (count_pos i _ (T _ (last_in _ N))). unfold count in H.
  fold (count (free_at (i mod period)) i). fold (weight i).
  assert (1 <= Z.of_nat (length (row (free_at (S i mod period))) - 1)) by lia. nia.
Qed.

(* Every number has a word, and in several tracks at once. *)
Lemma value_step q i n : at_place q (S i) -> 0 <= n < count q (S i) ->
  exists d t, nth_error (row q) d = Some t /\ at_place t i /\
    0 <= n - Z.of_nat d * weight i < count t i.
Proof.
  intros H B. destruct (state_facts q i H) as (N & AB & T). rewrite count_S in B by apply H.
  destruct (row_exists _ _ _ _ AB B) as (d & t & E & B'). exists d, t. repeat split; auto.
  all: try apply (T t (nth_error_In _ _ E)). all: unfold weight, count; lia.
Qed.
Lemma value_exists i : forall q n, at_place q i -> 0 <= n < count q i ->
  exists w t, length w = i /\ read q w = Some t /\ value w = n.
Proof.
  induction i; intros q n H B.
  - exists [], q. rewrite count_here in B by auto. simpl. repeat split; lia.
  - destruct (value_step q i n H B) as (d & t & E & P & B').
    destruct (IHi t _ P B') as (w & u & L & R & V).
    exists (d :: w), u. simpl. rewrite E, R, V, L. repeat split; auto. lia.
Qed.

(* Vectors. *)
Lemma dot_counts v i : dot v (counts (S i)) = dot (after v (lang A)) (counts i).
Proof. simpl. now rewrite dot_after. Qed.
Lemma nothing_zero i : forall p b, In (p, b) (nothing A) -> dot b (counts i) = 0.
Proof.
  destruct ok_parts as (_ & _ & _ & _ & _ & _ & H).
  induction i; intros p b I; specialize (H _ I); apply andb_prop in H as [H1 H2].
  - now apply Z.eqb_eq.
  - rewrite dot_counts. rewrite <- (dot_reduce _ _ IHi). now apply dot_zero.
Qed.

(* Whether what is read so far exceeds a limit, whatever follows. *)
Definition here (ph : nat) : list Z := map (fun p => if Nat.eqb p ph then 1 else 0) (phases A).
Definition nonneg (v : list Z) := forallb (Z.leb 0) v.
Fixpoint above (fuel : nat) (ph : nat) (v : list Z) (limit : Z) : bool :=
  match fuel with
  | O => false
  | S fuel =>
      let large := limit <? dot v (here ph) in
      if large && nonneg v then true
      else if negb large && Nat.eqb ph 0 then false
      else above fuel (pred_phase ph) (after v (lang A)) limit
  end.
Lemma dot_here i v : nonneg v = true -> dot v (here (i mod period)) <= dot v (counts i).
Proof.
  assert (forall a b v, (forall q, nth q a 0 <= nth q b 0) -> nonneg v = true -> length a = length b ->
    dot v a <= dot v b) as G.
  { induction a as [|x a IH]; intros [|y b] u H N L; simpl in L; try lia.
    destruct u as [|z u]; cbn [dot]. lia. unfold nonneg in N. cbn [forallb] in N.
    apply andb_prop in N as [N1 N2]. apply Z.leb_le in N1. pose proof (H O) as H0. simpl in H0.
    specialize (IH b u (fun q => H (S q)) N2). nia. }
  intros N. destruct ok_parts as (P & LP & _). apply G; auto.
  - intros q. destruct (lt_dec q size) as [L|L].
    + unfold here. rewrite nth_indep with (d' := (fun p => if Nat.eqb p (i mod period) then 1 else 0) O)
        by (rewrite map_length; lia).
      rewrite (map_nth (fun p => if Nat.eqb p (i mod period) then 1 else 0)).
      destruct (Nat.eqb_spec (nth q (phases A) O) (i mod period)).
      * apply count_pos. split; auto.
      * apply counts_nonneg.
    + unfold here. rewrite nth_overflow by (rewrite map_length; lia). apply counts_nonneg.
  - unfold here. rewrite map_length. destruct i; simpl; rewrite map_length; auto.
Qed.
Lemma above_sound fuel : forall i v limit, above fuel (i mod period) v limit = true ->
  limit < dot v (counts i).
Proof.
  induction fuel; intros i v limit H; simpl in H. discriminate.
  destruct (Z.ltb_spec limit (dot v (here (i mod period)))) as [L|L]; simpl in H.
  - destruct (nonneg v) eqn:N.
    + pose proof (dot_here i v N). lia.
    + destruct i.
      * destruct ok_parts as (P & _). rewrite Nat.mod_0_l in L by auto. exact L.
      * rewrite pred_phase_ok in H by auto. rewrite dot_counts. now apply IHfuel.
  - destruct i.
    + destruct ok_parts as (P & _). rewrite Nat.mod_0_l in H by auto. discriminate.
    + destruct (Nat.eqb (S i mod period) 0). discriminate.
      rewrite pred_phase_ok in H by auto. rewrite dot_counts. now apply IHfuel.
Qed.
End Num.
