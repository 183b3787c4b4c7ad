(* Automata that read positions, a letter being a digit of every heap. They are handed over as
   functions, so that they are quick: the theorems hold whatever these functions are. [represents]
   compares one with the table of the file, entry by entry. [every_ok] says that an automaton reads
   exactly the words of the digit language, [words_ok] that another reads no others. Zeros in front
   change nothing, and so any word of a position will do ([accepts_any]). *)
From Coq Require Import ZArith List Lia Bool.
From Marienbad Require Import Claim Vectors Numeration Conditions Tracks Moves.
Import ListNotations.
Open Scope Z_scope.

Fixpoint list_eqb (a b : list nat) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => Nat.eqb x y && list_eqb a b
  | _, _ => false
  end.
Lemma list_eqb_eq a : forall b, list_eqb a b = true -> a = b.
Proof.
  induction a; intros [|y b] H; simpl in H; try discriminate; auto.
  apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1. f_equal; auto.
Qed.
Definition pair_eqb (a b : nat * nat) := Nat.eqb (fst a) (fst b) && Nat.eqb (snd a) (snd b).
Lemma pair_eqb_eq a b : pair_eqb a b = true -> a = b.
Proof.
  destruct a, b. unfold pair_eqb. simpl. intros H. apply andb_prop in H as [H1 H2].
  apply Nat.eqb_eq in H1, H2. now subst.
Qed.

(* ** Finite sets of nodes: how many, each by its number, and a guess of the number of a node *)
Record nodes (T : Type) := { many : nat; get : nat -> T; find : T -> nat }.
Arguments many {T}. Arguments get {T}. Arguments find {T}.
Section Nodes.
Variable T : Type.
Variable eqb : T -> T -> bool.
Hypothesis eqb_eq : forall a b, eqb a b = true -> a = b.
Variable I : nodes T.
Definition inside (x : T) := exists i, (i < many I)%nat /\ get I i = x.
Definition memb (x : T) : bool := let j := find I x in (j <? many I)%nat && eqb (get I j) x.
Fixpoint upto (p : nat -> bool) (n : nat) : bool :=
  match n with O => true | S n => if p n then upto p n else false end.
Definition each (p : T -> bool) : bool := upto (fun i => p (get I i)) (many I).
Lemma memb_inside x : memb x = true -> inside x.
Proof.
  unfold memb. intros H. apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H1.
  exists (find I x). auto.
Qed.
Lemma upto_spec p n : upto p n = true <-> forall i, (i < n)%nat -> p i = true.
Proof.
  induction n; simpl. split; auto. intros; lia.
  destruct (p n) eqn:E; rewrite ?IHn; split; intros H.
  - intros i L. destruct (Nat.eq_dec i n) as [->|]; auto. apply H; lia.
  - intros; apply H; lia.
  - discriminate.
  - rewrite H in E by lia. discriminate.
Qed.
Lemma each_inside p x : each p = true -> inside x -> p x = true.
Proof. unfold each. rewrite upto_spec. intros H (i & L & <-). now apply H. Qed.
End Nodes.

(* ** Automata as functions *)
Notation coded_letter := (nat * letter)%type.      (* a letter with its number *)
Record auto := {
  states : nat; init : nat;
  delta : nat -> nat -> nat;                        (* the state, the number of the letter *)
  edges : nat -> list (coded_letter * nat);         (* where delta leads elsewhere than to 0 *)
  final : nat -> bool
}.

Section Automata.
Variable A : numeration.
Variable k base : nat.
Definition code (l : letter) : nat := fold_left (fun n d => (n * base + d)%nat) l O.
Definition coded : list coded_letter := map (fun l => (code l, l)) (tuples base k).
Definition small (l : letter) := length l = k /\ Forall (fun d => (d < base)%nat) l.
Lemma coded_in l : small l -> In (code l, l) coded.
Proof. intros H. unfold coded. apply in_map_iff. exists l. split; auto. apply in_tuples. auto. Qed.

Definition bstep (B : auto) (s : nat) (l : letter) : option nat :=
  match s with
  | O => None
  | S _ => match delta B s (code l) with O => None | S t => Some (S t) end
  end.
Fixpoint brun (B : auto) (s : nat) (w : list letter) : option nat :=
  match w with
  | [] => Some s
  | l :: w => match bstep B s l with Some t => brun B t w | None => None end
  end.
Definition good (B : auto) (s : nat) : bool := negb (Nat.eqb s 0) && final B s.
Definition baccepts (B : auto) (w : list letter) : bool :=
  match brun B (init B) w with Some s => good B s | None => false end.
Definition zeros := repeat O k.
Definition whole (w : list letter) := (length w mod period A = 0)%nat.
Definition smalls := Forall small.
Definition in_set (B : auto) (x : list Z) : Prop :=
  exists w, smalls w /\ whole w /\ baccepts B w = true /\ values A k w = x.
(* What it reads from its start are words of the digit language. *)
Definition speaks (B : auto) : Prop := forall w s, smalls w -> brun B (init B) w = Some s ->
  exists ts, read_all A zeros w = Some ts.

Lemma zeros_length : length zeros = k. Proof. apply repeat_length. Qed.
Lemma brun_app B u : forall s w, brun B s (u ++ w) =
  match brun B s u with Some t => brun B t w | None => None end.
Proof. induction u as [|l u IH]; intros s w; simpl; auto. destruct (bstep B s l); auto. Qed.
Lemma accepts_run B w : baccepts B w = true -> exists s, brun B (init B) w = Some s /\ good B s = true.
Proof. unfold baccepts. destruct (brun B (init B) w) as [s|]; [|discriminate]. eauto. Qed.
Lemma bstep_live B s l t : bstep B s l = Some t -> s <> O /\ t <> O /\ delta B s (code l) = t.
Proof.
  unfold bstep. destruct s; [discriminate|]. destruct (delta B (S s) (code l)) as [|u] eqn:E; [discriminate|].
  intros H; injection H as <-. auto.
Qed.

(* The lists of edges leave nothing out, and the states are below their number. *)
Fixpoint edges_match (n : nat) (f : nat -> nat) (ls : list coded_letter) (es : list (coded_letter * nat)) : bool :=
  match ls with
  | [] => match es with [] => true | _ => false end
  | (c, l) :: ls =>
      match f c with
      | O => edges_match n f ls es
      | t => match es with
             | ((c', l'), t') :: es =>
                 if Nat.eqb c c' && list_eqb l l' && Nat.eqb t t' && (t <? n)%nat
                 then edges_match n f ls es else false
             | [] => false
             end
      end
  end.
Definition edges_ok (ls : list coded_letter) (B : auto) : bool :=
  (init B <? states B)%nat
  && upto (fun s => edges_match (states B) (delta B s) ls (edges B s)) (states B).
Lemma edges_match_in n f ls : forall es, edges_match n f ls es = true ->
  forall c l t, In (c, l) ls -> f c = S t -> In ((c, l), S t) es /\ (S t < n)%nat.
Proof.
  induction ls as [|[c l] ls IH]; intros es H c1 l1 t I E; [destruct I|]. cbn [edges_match] in H.
  destruct I as [I|I].
  - injection I as <- <-. rewrite E in H. destruct es as [|[[c' l'] t'] es]; [discriminate|].
    destruct (Nat.eqb c c' && list_eqb l l' && Nat.eqb (S t) t' && (S t <? n)%nat) eqn:G; [|discriminate].
    do 3 (apply andb_prop in G as [G ?]). apply Nat.eqb_eq in G, H1. apply list_eqb_eq in H2.
    apply Nat.ltb_lt in H0. subst. split; auto. left; auto.
  - destruct (f c) as [|u]; [eapply IH; eauto|]. destruct es as [|[[c' l'] t'] es]; [discriminate|].
    destruct (Nat.eqb c c' && list_eqb l l' && Nat.eqb (S u) t' && (S u <? n)%nat); [|discriminate].
    destruct (IH es H c1 l1 t I E). split; auto. right; auto.
Qed.
Lemma edge_in B s l t : edges_ok coded B = true -> (s < states B)%nat -> small l ->
  bstep B s l = Some t -> In ((code l, l), t) (edges B s) /\ (t < states B)%nat.
Proof.
  intros E L SM H. unfold edges_ok in E. apply andb_prop in E as [_ E]. rewrite upto_spec in E.
  destruct (bstep_live _ _ _ _ H) as (_ & NZ & D). destruct t as [|t]; [congruence|].
  eapply edges_match_in; eauto using coded_in.
Qed.
Lemma init_state B ls : edges_ok ls B = true -> (init B < states B)%nat.
Proof. unfold edges_ok. intros H. apply andb_prop in H as [H _]. now apply Nat.ltb_lt. Qed.

(* ** Zeros in front *)
Hypothesis OK : numeration_ok A = true.
Definition zeros_ok (B : auto) : bool :=
  Nat.eqb (init B) 0
  || match brun B (init B) (repeat zeros (period A)) with Some s => Nat.eqb s (init B) | None => false end.
Lemma zeros_back B : zeros_ok B = true -> init B = O \/
  brun B (init B) (repeat zeros (period A)) = Some (init B).
Proof.
  unfold zeros_ok. intros H. apply orb_prop in H as [H|H]. left; now apply Nat.eqb_eq. right.
  destruct (brun B (init B) (repeat zeros (period A))); [|discriminate]. apply Nat.eqb_eq in H. now subst.
Qed.
Lemma from_zero B w : brun B 0 w = match w with [] => Some O | _ => None end.
Proof. destruct w; auto. Qed.
Lemma nothing_accepted B w : init B = O -> baccepts B w = false.
Proof. intros H. unfold baccepts. rewrite H, from_zero. destruct w; auto. Qed.
Lemma places_start i : (i mod period A = 0)%nat -> places A zeros i.
Proof.
  intros H. unfold places, zeros. apply Forall_forall. intros q I. apply repeat_spec in I. subst q.
  pose proof (free_place A OK i) as F. rewrite H in F.
  destruct (ok_parts A OK) as (_ & _ & Z0 & _). now rewrite Z0 in F.
Qed.
Lemma vadd_zeros z n : forall v, length v = n -> vadd (vscale z (digits (repeat O n))) v = v.
Proof.
  induction n; intros [|a v] L; simpl in L; try lia; auto.
  unfold digits, vscale in *. cbn [repeat map vadd]. rewrite IHn by lia. f_equal. lia.
Qed.
Lemma values_zeros n w : length (values A k w) = k -> values A k (repeat zeros n ++ w) = values A k w.
Proof.
  intros L. induction n; simpl; auto. rewrite IHn. unfold zeros at 2. now apply vadd_zeros.
Qed.
Lemma base_positive : Forall (fun r => (length r <= base)%nat) (lang A) -> (0 < base)%nat.
Proof.
  intros H. pose proof (free_place A OK 0) as [F _]. destruct (ok_parts A OK) as (P & _ & _ & S & _).
  specialize (S _ F). unfold state_ok in S. do 4 (apply andb_prop in S as [S ?]).
  apply negb_true_iff, Nat.eqb_neq in H3.
  unfold row in H3. destruct (nth_in_or_default (free_at A (0 mod period A)) (lang A) []) as [I|I].
  - rewrite Forall_forall in H. specialize (H _ I). lia.
  - rewrite I in H3. simpl in H3. lia.
Qed.
Hypothesis BASE : Forall (fun r => (length r <= base)%nat) (lang A).
Lemma zeros_small : small zeros.
Proof.
  split. apply zeros_length. apply Forall_forall. intros d I. apply repeat_spec in I. subst.
  apply base_positive; auto.
Qed.
Lemma pad_smalls n w : smalls w -> smalls (repeat zeros n ++ w).
Proof.
  intros H. apply Forall_app. split; auto. apply Forall_forall. intros l I. apply repeat_spec in I.
  subst. apply zeros_small.
Qed.
Lemma smalls_length w : smalls w -> length (values A k w) = k.
Proof.
  assert (forall a b : list Z, length a = length b -> length (vadd a b) = length b) as VL.
  { induction a; intros [|y b] H; simpl in *; try lia. rewrite IHa; lia. }
  induction 1 as [|l w [L _] H IH]; simpl. apply repeat_length. rewrite VL; auto.
  unfold vscale, digits. rewrite !map_length. congruence.
Qed.
Lemma pad_to B w n : zeros_ok B = true -> baccepts B w = true -> smalls w ->
  baccepts B (repeat zeros (n * period A) ++ w) = true.
Proof.
  intros Z H S. destruct (zeros_back B Z) as [E|E].
  - rewrite (nothing_accepted B w E) in H. discriminate.
  - induction n as [|n IH]; auto. cbn [Nat.mul]. rewrite repeat_app, <- app_assoc.
    unfold baccepts in *. rewrite brun_app, E. exact IH.
Qed.
Lemma same_length B T x y : zeros_ok B = true -> zeros_ok T = true -> in_set B x -> in_set T y ->
  exists w w', smalls w /\ smalls w' /\ length w = length w' /\ whole w /\
    baccepts B w = true /\ baccepts T w' = true /\ values A k w = x /\ values A k w' = y.
Proof.
  intros ZB ZT (w & S & W & H & <-) (w' & S' & W' & H' & <-). unfold whole in *.
  destruct (ok_parts A OK) as (P & _).
  pose proof (Nat.div_mod (length w) _ P) as D. pose proof (Nat.div_mod (length w') _ P) as D'.
  exists (repeat zeros (length w' / period A * period A) ++ w).
  exists (repeat zeros (length w / period A * period A) ++ w').
  repeat split; auto using pad_smalls, pad_to, values_zeros, smalls_length.
  - rewrite !app_length, !repeat_length. nia.
  - rewrite app_length, repeat_length, Nat.add_comm, Nat.mod_add by auto. auto.
Qed.

(* ** All positions *)
Lemma digit_small q d t : nth_error (row A q) d = Some t -> (d < base)%nat.
Proof.
  intros E. unfold row in E. rewrite Forall_forall in BASE.
  destruct (nth_in_or_default q (lang A) []) as [I|I].
  - specialize (BASE _ I). assert (d < length (nth q (lang A) []))%nat by (apply nth_error_Some; congruence). lia.
  - rewrite I in E. destruct d; discriminate.
Qed.
Lemma step_small qs : forall l ts, step_all A qs l = Some ts -> Forall (fun d => (d < base)%nat) l.
Proof.
  induction qs as [|q qs IH]; intros [|d l] ts H; simpl in H; try discriminate; auto.
  destruct (nth_error (row A q) d) eqn:E; [|discriminate].
  destruct (step_all A qs l) as [us|] eqn:F; [|discriminate]. constructor; eauto.
  eapply digit_small; eauto.
Qed.
Lemma read_smalls w : forall qs ts, length qs = k -> read_all A qs w = Some ts -> smalls w.
Proof.
  induction w as [|l w IH]; intros qs ts L R; simpl in R; constructor.
  all: destruct (step_all A qs l) as [us|] eqn:E; [|discriminate].
  all: destruct (step_length _ _ _ _ E) as [L1 L2].
  - split. congruence. eapply step_small; eauto.
  - apply (IH us ts); auto. congruence.
Qed.
Definition every_ok (ls : list coded_letter) (E : auto) (label : nat -> list nat) : bool :=
  negb (Nat.eqb (init E) 0) && (init E <? states E)%nat && list_eqb (label (init E)) zeros
  && upto (fun s => Nat.eqb s 0 ||
       let qs := label s in
       eqb (final E s) (Nat.eqb (phase A (hd O qs)) 0)
       && forallb (fun p : coded_letter =>
            let t := delta E s (fst p) in
            match step_all A qs (snd p) with
            | Some ts => negb (Nat.eqb t 0) && (t <? states E)%nat && list_eqb (label t) ts
            | None => Nat.eqb t 0
            end) ls) (states E).
Section Every.
Variable E : auto.
Variable label : nat -> list nat.
Hypothesis EVERY : every_ok coded E label = true.
Lemma every_step s l : s <> O -> (s < states E)%nat -> small l ->
  match bstep E s l with
  | Some t => t <> O /\ (t < states E)%nat /\ step_all A (label s) l = Some (label t)
  | None => step_all A (label s) l = None
  end.
Proof.
  intros NZ L SM. unfold every_ok in EVERY. apply andb_prop in EVERY as [_ H]. rewrite upto_spec in H.
  specialize (H s L). apply orb_prop in H as [H|H]; [apply Nat.eqb_eq in H; congruence|].
  cbv zeta in H. apply andb_prop in H as [_ H]. rewrite forallb_forall in H. specialize (H _ (coded_in l SM)).
  cbn [fst snd] in H. unfold bstep. destruct s as [|s]; [congruence|].
  destruct (step_all A (label (S s)) l) as [ts|].
  - do 2 (apply andb_prop in H as [H ?]). apply negb_true_iff, Nat.eqb_neq in H. apply Nat.ltb_lt in H1.
    apply list_eqb_eq in H0. destruct (delta E (S s) (code l)); [congruence|]. rewrite H0. auto.
  - apply Nat.eqb_eq in H. now rewrite H.
Qed.
Lemma every_run w : forall s, s <> O -> (s < states E)%nat -> smalls w ->
  match brun E s w with
  | Some t => t <> O /\ (t < states E)%nat /\ read_all A (label s) w = Some (label t)
  | None => read_all A (label s) w = None
  end.
Proof.
  induction w as [|l w IH]; intros s NZ L F; simpl; auto. inversion F; subst.
  pose proof (every_step s l NZ L H1) as ST. destruct (bstep E s l) as [t|].
  - destruct ST as (NT & LT & ->). apply IH; auto.
  - now rewrite ST.
Qed.
Lemma every_start : init E <> O /\ (init E < states E)%nat /\ label (init E) = zeros.
Proof.
  unfold every_ok in EVERY. do 3 (apply andb_prop in EVERY as [EVERY ?]).
  apply negb_true_iff, Nat.eqb_neq in EVERY. apply Nat.ltb_lt in H1. apply list_eqb_eq in H0. auto.
Qed.
Lemma every_speaks : speaks E.
Proof.
  intros w s F H. destruct every_start as (NZ & L & LB). pose proof (every_run w _ NZ L F) as R.
  rewrite H, LB in R. exists (label s). tauto.
Qed.
Lemma every_reads w ts : read_all A zeros w = Some ts ->
  exists s, brun E (init E) w = Some s /\ s <> O /\ label s = ts.
Proof.
  intros R. pose proof (read_smalls w zeros ts zeros_length R) as F.
  destruct every_start as (NZ & L & LB). pose proof (every_run w _ NZ L F) as Q. rewrite LB, R in Q.
  destruct (brun E (init E) w) as [s|]; [|discriminate]. exists s. destruct Q as (N1 & _ & Q). injection Q as ->. auto.
Qed.
Lemma every_final s : s <> O -> (s < states E)%nat -> final E s = Nat.eqb (phase A (hd O (label s))) 0.
Proof.
  intros NZ L. unfold every_ok in EVERY. apply andb_prop in EVERY as [_ H]. rewrite upto_spec in H.
  specialize (H s L). apply orb_prop in H as [H|H]; [apply Nat.eqb_eq in H; congruence|].
  cbv zeta in H. apply andb_prop in H as [H _]. now apply eqb_prop.
Qed.
Lemma places_read w : forall qs ts i, places A qs (length w + i) -> read_all A qs w = Some ts -> places A ts i.
Proof.
  induction w as [|l w IH]; intros qs ts i P R; simpl in *. congruence.
  destruct (step_all A qs l) as [us|] eqn:S; [|discriminate].
  eapply IH; eauto. eapply places_step; eauto.
Qed.
Lemma every_accepts w ts : whole w -> read_all A zeros w = Some ts -> baccepts E w = true.
Proof.
  intros W R. pose proof (read_smalls w zeros ts zeros_length R) as F.
  destruct every_start as (NZ & L & LB). pose proof (every_run w _ NZ L F) as Q. rewrite LB, R in Q.
  unfold baccepts. destruct (brun E (init E) w) as [s|]; [|discriminate]. destruct Q as (N1 & L1 & Q). injection Q as ->.
  unfold good. apply Nat.eqb_neq in N1 as N2. rewrite N2, every_final by auto. cbn [negb andb]. apply Nat.eqb_eq.
  assert (places A (label s) 0) as P0.
  { eapply places_read; eauto. rewrite Nat.add_0_r. now apply places_start. }
  destruct (ok_parts A OK) as (P & _ & Z0 & _). destruct (label s) as [|q qs]; simpl.
  - pose proof (free_place A OK 0) as FP. rewrite Nat.mod_0_l, Z0 in FP by auto.
    destruct FP as [_ FP]. now rewrite Nat.mod_0_l in FP by auto.
  - apply Forall_inv in P0. destruct P0 as [_ FP]. now rewrite Nat.mod_0_l in FP by auto.
Qed.
Hypothesis SOME : k <> O.
Lemma final_whole w s : smalls w -> brun E (init E) w = Some s -> final E s = true -> whole w.
Proof.
  intros F R FS. destruct every_start as (NZ & L & LB). pose proof (every_run w _ NZ L F) as Q. rewrite R, LB in Q.
  destruct Q as (N1 & L1 & Q). rewrite every_final in FS by auto. apply Nat.eqb_eq in FS.
  destruct (ok_parts A OK) as (P & _).
  set (r := (length w * (period A - 1))%nat).
  assert ((length w + r) mod period A = 0)%nat as M.
  { unfold r. replace (length w + length w * (period A - 1))%nat with (length w * period A)%nat by nia.
    now apply Nat.mod_mul. }
  assert (places A (label s) r) as PR by (eapply places_read; eauto; now apply places_start).
  assert (length (label s) = k) as LL.
  { clear - Q. assert (forall w qs ts, read_all A qs w = Some ts -> length ts = length qs) as G.
    { induction w0 as [|l w0 IH]; intros qs ts H; simpl in H. congruence.
      destruct (step_all A qs l) as [us|] eqn:S; [|discriminate]. rewrite (IH _ _ H).
      destruct (step_length _ _ _ _ S); auto. }
    rewrite (G _ _ _ Q). apply zeros_length. }
  destruct (label s) as [|q qs]; [simpl in LL; congruence|]. simpl in FS. apply Forall_inv in PR.
  destruct PR as [_ PR]. rewrite FS in PR. unfold whole.
  pose proof (Nat.add_mod (length w) r (period A) P) as AM. rewrite M, <- PR, Nat.add_0_r in AM.
  rewrite Nat.mod_mod in AM; auto.
Qed.

(* An automaton of the file reads words of the digit language only, and accepts whole ones. *)
Definition words_at (B : auto) (I : nodes (nat * nat)) (n : nat * nat) : bool :=
  let (e, s) := n in
  (negb (good B s) || final E e)
  && forallb (fun p : coded_letter * nat => let '((c, _), t) := p in
       let e' := delta E e c in negb (Nat.eqb e' 0) && memb _ pair_eqb I (e', t)) (edges B s).
Definition words_ok (B : auto) (I : nodes (nat * nat)) : bool :=
  Nat.eqb (init B) 0 || (memb _ pair_eqb I (init E, init B) && each _ I (words_at B I)).
Lemma words_walk B I w : edges_ok coded B = true -> each _ I (words_at B I) = true ->
  forall e s t, inside _ I (e, s) -> e <> O -> (s < states B)%nat -> smalls w -> brun B s w = Some t ->
  exists e', brun E e w = Some e' /\ e' <> O /\ inside _ I (e', t).
Proof.
  intros EO C. induction w as [|l w IH]; intros e s t HI NE L F R; cbn [brun] in *.
  - injection R as <-. exists e. auto.
  - inversion F; subst. destruct (bstep B s l) as [u|] eqn:S; [|discriminate].
    destruct (edge_in _ _ _ _ EO L H1 S) as [IE LU].
    pose proof (each_inside _ _ _ _ C HI) as Q. unfold words_at in Q. apply andb_prop in Q as [_ Q].
    rewrite forallb_forall in Q. specialize (Q _ IE). cbv beta iota zeta in Q. apply andb_prop in Q as [Q1 Q2].
    apply negb_true_iff, Nat.eqb_neq in Q1. apply memb_inside in Q2; [|apply pair_eqb_eq].
    unfold bstep at 1. destruct e as [|e]; [congruence|].
    destruct (delta E (Datatypes.S e) (code l)) as [|e'] eqn:D; [congruence|].
    apply (IH _ u t); auto.
Qed.
Theorem words_sound B I : edges_ok coded B = true -> words_ok B I = true ->
  speaks B /\ forall w, smalls w -> baccepts B w = true -> whole w.
Proof.
  intros EO H. unfold words_ok in H. apply orb_prop in H as [H|H].
  - apply Nat.eqb_eq in H. split.
    + intros w s F R. rewrite H, from_zero in R. destruct w; [|discriminate]. exists zeros. auto.
    + intros w F R. rewrite nothing_accepted in R by auto. discriminate.
  - apply andb_prop in H as [H C]. apply memb_inside in H; [|apply pair_eqb_eq].
    destruct every_start as (NZ & L & LB). pose proof (init_state _ _ EO) as LI. split.
    + intros w s F R. destruct (words_walk B I w EO C _ _ _ H NZ LI F R) as (e & RE & _).
      exact (every_speaks w e F RE).
    + intros w F R. destruct (accepts_run _ _ R) as (s & RS & GS).
      destruct (words_walk B I w EO C _ _ _ H NZ LI F RS) as (e & RE & _ & IE).
      apply (each_inside _ _ _ _ C) in IE. unfold words_at in IE. apply andb_prop in IE as [IE _].
      rewrite GS in IE. simpl in IE. exact (final_whole w e F RE IE).
Qed.
End Every.

(* ** Any word of a position will do *)
Section Any.
Variable B : auto.
Hypothesis ZB : zeros_ok B = true.
Hypothesis SB : speaks B.
Lemma read_app u : forall qs w, read_all A qs (u ++ w) =
  match read_all A qs u with Some ts => read_all A ts w | None => None end.
Proof. induction u as [|l u IH]; intros qs w; simpl; auto. destruct (step_all A qs l); auto. Qed.
Lemma tracks_equal (w : list letter) : forall w', length w = length w' ->
  smalls w -> smalls w' -> (forall j, (j < k)%nat -> track j w = track j w') -> w = w'.
Proof.
  induction w as [|l w IH]; intros [|l' w'] L F F' T; simpl in L; try lia; auto.
  inversion F as [|? ? [E _]]; inversion F' as [|? ? [E' _]]; subst. f_equal.
  - apply nth_ext with O O. congruence. intros j J. rewrite E in J. specialize (T j J). simpl in T. now injection T.
  - apply IH; auto. intros j J. specialize (T j J). simpl in T. now injection T.
Qed.
Lemma words_equal w w' ts ts' : length w = length w' -> whole w ->
  read_all A zeros w = Some ts -> read_all A zeros w' = Some ts' ->
  values A k w = values A k w' -> w = w'.
Proof.
  intros L W R R' V. pose proof zeros_length as ZL.
  apply tracks_equal; eauto using read_smalls. intros j J.
  apply (kept_digits A OK zeros w w' ts ts' j); auto.
  - apply places_start; auto.
  - now rewrite ZL.
  - now rewrite ZL, V.
Qed.
(* Zeros lead from one free state to the next, and after a period to the first. *)
Lemma zero_step i : step_all A (repeat (free_at A (S i mod period A)) k) zeros
  = Some (repeat (free_at A (i mod period A)) k).
Proof.
  pose proof (free_place A OK (S i)) as F. destruct (state_facts A OK _ i F) as (N & AB & _).
  destruct (ok_parts A OK) as (P & _ & _ & _ & FO & _).
  specialize (FO (S i mod period A)%nat (Nat.mod_upper_bound _ _ P)). unfold free_ok in FO.
  apply andb_prop in FO as [_ FO]. apply Nat.leb_le in FO.
  assert (nth_error (row A (free_at A (S i mod period A))) 0 = Some (free_at A (i mod period A))) as E.
  { destruct (row A (free_at A (S i mod period A))) as [|t r]; [simpl in FO; lia|].
    destruct r as [|u r]; [simpl in FO; lia|]. simpl in AB. apply andb_prop in AB as [AB _].
    apply Nat.eqb_eq in AB. now subst. }
  unfold zeros. induction k as [|n IH]; cbn [repeat step_all]; auto. now rewrite E, IH.
Qed.
Lemma zero_read i : read_all A (repeat (free_at A (i mod period A)) k) (repeat zeros i)
  = Some (repeat (free_at A 0) k).
Proof.
  destruct (ok_parts A OK) as (P & _).
  induction i. now rewrite Nat.mod_0_l. cbn [repeat read_all]. now rewrite zero_step.
Qed.
Lemma zeros_read n w : read_all A zeros (repeat zeros (n * period A) ++ w) = read_all A zeros w.
Proof.
  destruct (ok_parts A OK) as (P & _ & Z0 & _). rewrite read_app.
  pose proof (zero_read (n * period A)) as H. rewrite Nat.mod_mul, Z0 in H by auto.
  fold zeros in H. now rewrite H.
Qed.
Theorem accepts_any w ts : whole w -> read_all A zeros w = Some ts ->
  (in_set B (values A k w) <-> baccepts B w = true).
Proof.
  intros W R. pose proof (read_smalls w zeros ts zeros_length R) as F.
  split; [|intros H; exists w; auto]. intros (w' & F' & W' & H & V).
  destruct (accepts_run _ _ H) as (s & RB & _). destruct (SB _ _ F' RB) as (ts' & R').
  destruct (ok_parts A OK) as (P & _). unfold whole in *.
  set (n := (length w' / period A)%nat). set (n' := (length w / period A)%nat).
  pose proof (Nat.div_mod (length w) _ P) as D. pose proof (Nat.div_mod (length w') _ P) as D'.
  assert (repeat zeros (n * period A) ++ w = repeat zeros (n' * period A) ++ w') as E.
  { apply (words_equal _ _ ts ts').
    - rewrite !app_length, !repeat_length. unfold n, n'. nia.
    - unfold whole. rewrite app_length, repeat_length, Nat.add_comm, Nat.mod_add; auto.
    - now rewrite zeros_read.
    - now rewrite zeros_read.
    - rewrite !values_zeros; auto using smalls_length. }
  destruct (zeros_back B ZB) as [Z|Z].
  { rewrite (nothing_accepted B w' Z) in H. discriminate. }
  assert (forall m u, brun B (init B) (repeat zeros (m * period A) ++ u) = brun B (init B) u) as PAD.
  { induction m as [|m IH]; intros u; auto. cbn [Nat.mul]. rewrite repeat_app, <- app_assoc, brun_app, Z. apply IH. }
  unfold baccepts in *. rewrite <- (PAD n w), E, PAD. exact H.
Qed.
End Any.
End Automata.
