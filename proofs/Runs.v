(* Runs: a way to move, the state of the automaton in which the move is to end, and the states of the
   conditions of the way. Conditions are tables of guessed states; [table_ok] checks each entry against
   the step that Conditions.v proves right. [rrun_complete] and [rrun_sound]: the runs along the words
   of two positions come to a good end exactly if the way leads from one to the other. *)
From Coq Require Import ZArith List Lia Bool.
From Marienbad Require Import Claim Vectors Numeration Conditions Tracks Moves Automata.
Import ListNotations.
Open Scope Z_scope.

Fixpoint zlist_eqb (a b : list Z) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => Z.eqb x y && zlist_eqb a b
  | _, _ => false
  end.
Lemma zlist_eqb_eq a : forall b, zlist_eqb a b = true -> a = b.
Proof.
  induction a; intros [|y b] H; cbn [zlist_eqb] in H; try discriminate; auto.
  apply andb_prop in H as [H1 H2]. apply Z.eqb_eq in H1. f_equal; auto.
Qed.
Definition astate_eqb (a b : astate) : bool :=
  match a, b with
  | No, No => true
  | Yes, Yes => true
  | St p v, St q u => Nat.eqb p q && zlist_eqb v u
  | _, _ => false
  end.
Lemma astate_eqb_eq a b : astate_eqb a b = true -> a = b.
Proof.
  destruct a, b; simpl; try discriminate; auto. intros H. apply andb_prop in H as [H1 H2].
  apply Nat.eqb_eq in H1. apply zlist_eqb_eq in H2. now subst.
Qed.

(* The automaton of a condition. It reads scalars, counted from the least; the scalar of two letters is
   the sum of a part of each, which is found by the number of the letter. *)
Record atable := {
  cond : condition;
  slack : list (nat * list Z);           (* vectors that are worth 0 up to the modulus *)
  size_of : nat; state_of : nat -> astate; accepts_at : nat -> bool;
  next : nat -> nat -> nat;
  scalar_before : nat -> nat; scalar_after : nat -> nat
}.
Record way := { kept : list nat; atoms : list nat }.
Notation run := (nat * nat * list nat)%type.

Section Runs.
Variable A : numeration.
Variable k base : nat.
Variable table_count : nat.
Variable tab : nat -> atable.
Variable way_count : nat.
Variable way_at : nat -> way.
Notation small := (small k base).
Notation code := (code base).
Notation zeros := (zeros k).

(* ** Tables of conditions *)
Definition top := Z.of_nat base - 1.
Definition least (c : condition) := - losses c * top.
Definition scalars (c : condition) : list (nat * Z) :=
  map (fun i => (i, least c + Z.of_nat i)) (seq 0 (Z.to_nat ((losses c + gains c) * top + 1))).
Definition parts_ok (t : atable) (p : coded_letter) : bool :=
  let d := digits (snd p) in
  (Z.of_nat (scalar_before t (fst p)) =? dot (before (cond t)) d + loss (before (cond t)) * top)
  && (Z.of_nat (scalar_after t (fst p)) =? dot (later (cond t)) d + loss (later (cond t)) * top).
(* Few enough for machine integers, by far. *)
Definition most_scalars : Z := 1000000.
Definition table_ok (ls : list coded_letter) (t : atable) : bool :=
  let c := cond t in
  let zs := scalars c in
  (((losses c + gains c) * top <=? most_scalars) && ((modulus (within c) =? 0) || slack_ok A c (slack t))) && (0 <=? top) && (2 <=? size_of t)%nat
  && astate_eqb (state_of t 0) No && astate_eqb (state_of t 1) (beginning A c)
  && forallb (parts_ok t) ls
  && upto (fun s => let a := state_of t s in
       eqb (accepts_at t s) (aaccepts A c a)
       && forallb (fun z : nat * Z => let n := next t s (fst z) in
            (n <? size_of t)%nat && astate_eqb (state_of t n) (astep A c (slack t) a (snd z))) zs) (size_of t).
Definition tables_ok ls := upto (fun j => table_ok ls (tab j)) table_count.

Hypothesis OK : numeration_ok A = true.
Hypothesis BASE : Forall (fun r => (length r <= base)%nat) (lang A).
Hypothesis TABLES : tables_ok (coded k base) = true.

Definition pair_small (p : letter * letter) := small (fst p) /\ small (snd p).
Definition pairs_small := Forall pair_small.
Lemma digits_range l : small l -> Forall (fun x => 0 <= x <= top) (digits l).
Proof.
  intros [_ F]. unfold digits. apply Forall_forall. intros x I. apply in_map_iff in I as (d & <- & I).
  rewrite Forall_forall in F. specialize (F d I). unfold top. lia.
Qed.
Lemma table_facts j : (j < table_count)%nat -> table_ok (coded k base) (tab j) = true.
Proof. unfold tables_ok in TABLES. rewrite upto_spec in TABLES. auto. Qed.
Definition move_on (t : atable) (s : nat) (ca cl : nat) : nat := next t s (scalar_before t ca + scalar_after t cl).
Definition anext j s (p : letter * letter) := move_on (tab j) s (code (fst p)) (code (snd p)).
Lemma table_step j s p : (j < table_count)%nat -> (s < size_of (tab j))%nat -> pair_small p ->
  (anext j s p < size_of (tab j))%nat /\
  state_of (tab j) (anext j s p) = astep A (cond (tab j)) (slack (tab j)) (state_of (tab j) s) (scalar (cond (tab j)) p).
Proof.
  intros L LS [S1 S2]. pose proof (table_facts j L) as H. unfold table_ok in H. cbv zeta in H.
  apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3]. do 3 (apply andb_prop in H as [H _]).
  apply andb_prop in H as [_ H]. apply Z.leb_le in H.
  rewrite forallb_forall in H3.
  pose proof (H3 _ (coded_in _ _ _ S1)) as P1. pose proof (H3 _ (coded_in _ _ _ S2)) as P2.
  unfold parts_ok in P1, P2. cbv zeta in P1, P2. cbn [fst snd] in P1, P2.
  apply andb_prop in P1 as [P1 _]. apply andb_prop in P2 as [_ P2]. apply Z.eqb_eq in P1, P2.
  rewrite upto_spec in H4. specialize (H4 s LS). apply andb_prop in H4 as [_ H4].
  rewrite forallb_forall in H4. unfold anext, move_on.
  set (c := cond (tab j)) in *.
  set (i := (scalar_before (tab j) (code (fst p)) + scalar_after (tab j) (code (snd p)))%nat) in *.
  pose proof (dot_bounds top (before c) _ H (digits_range _ S1)) as B1.
  pose proof (dot_bounds top (later c) _ H (digits_range _ S2)) as B2.
  assert (In (i, scalar c p) (scalars c)) as I.
  { unfold scalars. apply in_map_iff. exists i. unfold least, scalar, losses, gains, i in *. split.
    - f_equal. lia.
    - apply in_seq. lia. }
  specialize (H4 _ I). cbn [fst snd] in H4. apply andb_prop in H4 as [H5 H6].
  apply Nat.ltb_lt in H5. apply astate_eqb_eq in H6. auto.
Qed.
Definition arun j s (w : list (letter * letter)) := fold_left (anext j) w s.
Definition afin j s := accepts_at (tab j) s.
Lemma arun_state j w : (j < table_count)%nat -> pairs_small w -> forall s, (s < size_of (tab j))%nat ->
  (arun j s w < size_of (tab j))%nat /\
  state_of (tab j) (arun j s w) =
  fold_left (astep A (cond (tab j)) (slack (tab j))) (map (scalar (cond (tab j))) w) (state_of (tab j) s).
Proof.
  intros L F. induction F as [|p w SM F IH]; intros s LS; simpl; auto.
  destruct (table_step j s p L LS SM) as [LN E]. unfold arun in *. simpl. rewrite <- E. apply IH; auto.
Qed.
Lemma table_starts j : (j < table_count)%nat -> (2 <= size_of (tab j))%nat /\
  state_of (tab j) 0 = No /\ state_of (tab j) 1 = beginning A (cond (tab j)) /\
  (forall s, (s < size_of (tab j))%nat -> afin j s = aaccepts A (cond (tab j)) (state_of (tab j) s)) /\
  (modulus (within (cond (tab j))) <> 0 -> slack_ok A (cond (tab j)) (slack (tab j)) = true).
Proof.
  intros L. pose proof (table_facts j L) as H. unfold table_ok in H. cbv zeta in H.
  apply andb_prop in H as [H H6]. apply andb_prop in H as [H _]. apply andb_prop in H as [H H4].
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H H2]. apply andb_prop in H as [H _].
  apply andb_prop in H as [_ H]. apply Nat.leb_le in H2. apply astate_eqb_eq in H3, H4. repeat split; auto.
  - intros s LS. rewrite upto_spec in H6. specialize (H6 s LS). apply andb_prop in H6 as [H6 _].
    now apply eqb_prop.
  - intros M. apply orb_prop in H as [H|H]; auto. apply Z.eqb_eq in H. congruence.
Qed.
Lemma arun_dead j w : (j < table_count)%nat -> pairs_small w -> afin j (arun j 0 w) = false.
Proof.
  intros L F. destruct (table_starts j L) as (S2 & N & _ & FIN & _).
  destruct (arun_state j w L F O) as [LA E]; [lia|].
  rewrite FIN, E, N, stays_no by auto. reflexivity.
Qed.
Lemma arun_admits j w ts ts' : (j < table_count)%nat -> (length w mod period A = 0)%nat ->
  read_all A zeros (map fst w) = Some ts -> read_all A zeros (map snd w) = Some ts' -> pairs_small w ->
  afin j (arun j 1 w) = holds (cond (tab j)) (values A k (map fst w)) (values A k (map snd w)).
Proof.
  intros L W R R' F. destruct (table_starts j L) as (S2 & _ & B & FIN & SL).
  destruct (arun_state j w L F 1%nat) as [LA E]; [lia|].
  rewrite FIN, E, B by auto. unfold holds. rewrite <- ssum_values.
  apply beginning_sound; auto.
  - now rewrite map_length.
  - apply (bounded_scalars A OK (cond (tab j)) w zeros zeros ts ts'); auto; apply places_start; auto.
Qed.

(* ** Runs *)
Definition agree (js : list nat) (a b : letter) : bool :=
  forallb (fun j => Nat.eqb (nth j a O) (nth j b O)) js.
Fixpoint asteps (js ss : list nat) (ca cl : nat) : option (list nat) :=
  match js, ss with
  | [], [] => Some []
  | j :: js, s :: ss =>
      match move_on (tab j) s ca cl with
      | O => None
      | t => match asteps js ss ca cl with Some ts => Some (t :: ts) | None => None end
      end
  | _, _ => None
  end.
Definition live (B : auto) (s : nat) (c : nat) : nat := match s with O => O | S _ => delta B s c end.
Definition rstep (T : auto) (r : run) (a l : coded_letter) : option run :=
  let '(i, s, ss) := r in
  let w := way_at i in
  if agree (kept w) (snd a) (snd l) then
    match live T s (fst l) with
    | O => None
    | s' => match asteps (atoms w) ss (fst a) (fst l) with Some ss' => Some (i, s', ss') | None => None end
    end
  else None.
Definition with_code (l : letter) : coded_letter := (code l, l).
Fixpoint rrun (T : auto) (r : run) (w : list (letter * letter)) : option run :=
  match w with
  | [] => Some r
  | p :: w => match rstep T r (with_code (fst p)) (with_code (snd p)) with Some r' => rrun T r' w | None => None end
  end.
Fixpoint afins (js ss : list nat) : bool :=
  match js, ss with
  | [], [] => true
  | j :: js, s :: ss => afin j s && afins js ss
  | _, _ => false
  end.
Definition raccepts (T : auto) (r : run) : bool :=
  let '(i, s, ss) := r in good T s && afins (atoms (way_at i)) ss.
Definition rstart (T : auto) (i : nat) : run := (i, init T, map (fun _ => 1%nat) (atoms (way_at i))).

Lemma live_step T s l : bstep base T s l = match live T s (code l) with O => None | S t => Some (S t) end.
Proof. unfold bstep, live. destruct s; auto. Qed.
Lemma asteps_complete js ss p w : pairs_small w ->
  Forall2 (fun j s => (j < table_count)%nat /\ afin j (arun j s (p :: w)) = true) js ss ->
  exists ts, asteps js ss (code (fst p)) (code (snd p)) = Some ts /\
    Forall2 (fun j s => (j < table_count)%nat /\ afin j (arun j s w) = true) js ts.
Proof.
  intros F. induction 1 as [|j s js ss [L E] H (ts & A1 & F1)]; simpl.
  - exists []. auto.
  - change (arun j s (p :: w)) with (arun j (anext j s p) w) in E. unfold anext in E.
    destruct (move_on (tab j) s (code (fst p)) (code (snd p))) as [|t].
    + rewrite arun_dead in E by auto. discriminate.
    + rewrite A1. exists (S t :: ts). auto.
Qed.
Lemma asteps_sound js : forall ss p ts w, asteps js ss (code (fst p)) (code (snd p)) = Some ts ->
  Forall2 (fun j s => afin j (arun j s w) = true) js ts ->
  Forall2 (fun j s => afin j (arun j s (p :: w)) = true) js ss.
Proof.
  induction js as [|j js IH]; intros [|s ss] p ts w H F; simpl in H; try discriminate; auto.
  destruct (move_on (tab j) s (code (fst p)) (code (snd p))) as [|t] eqn:E; [discriminate|].
  destruct (asteps js ss (code (fst p)) (code (snd p))) as [us|] eqn:G; [|discriminate]. injection H as <-.
  inversion F; subst. constructor; eauto. unfold arun. simpl. unfold anext at 2. rewrite E. exact H2.
Qed.
Lemma afins_forall2 js : forall ss, afins js ss = true <-> Forall2 (fun j s => afin j s = true) js ss.
Proof.
  induction js as [|j js IH]; intros [|s ss]; simpl; split; intros H; try discriminate; auto;
    try (inversion H; fail).
  - apply andb_prop in H as [H1 H2]. constructor; auto. now apply IH.
  - inversion H; subst. rewrite H3. simpl. now apply IH.
Qed.
Definition agrees i (w : list (letter * letter)) :=
  Forall (fun p => agree (kept (way_at i)) (fst p) (snd p) = true) w.
Lemma rrun_complete T i w : forall s ss s1, pairs_small w -> agrees i w ->
  brun base T s (map snd w) = Some s1 ->
  Forall2 (fun j s => (j < table_count)%nat /\ afin j (arun j s w) = true) (atoms (way_at i)) ss ->
  exists ss1, rrun T (i, s, ss) w = Some (i, s1, ss1) /\ afins (atoms (way_at i)) ss1 = true.
Proof.
  induction w as [|p w IH]; intros s ss s1 SM AG R F; cbn [map brun rrun] in *.
  - injection R as <-. exists ss. split; auto. apply afins_forall2.
    clear - F. induction F as [|j s' js ss [_ H] F IH]; constructor; auto.
  - inversion SM; inversion AG; subst. unfold rstep. cbn [fst snd with_code]. rewrite H5.
    rewrite live_step in R. destruct (live T s (code (snd p))) as [|t]; [discriminate|].
    destruct (asteps_complete _ _ _ _ H2 F) as (ts & -> & F').
    apply IH; auto.
Qed.
Lemma rrun_sound T i w : forall s ss r1, rrun T (i, s, ss) w = Some r1 -> raccepts T r1 = true ->
  exists s1, brun base T s (map snd w) = Some s1 /\ good T s1 = true /\ agrees i w /\
    Forall2 (fun j s => afin j (arun j s w) = true) (atoms (way_at i)) ss.
Proof.
  induction w as [|p w IH]; intros s ss r1 R H; cbn [map brun rrun] in *.
  - injection R as <-. unfold raccepts in H. apply andb_prop in H as [H1 H2]. exists s.
    repeat split; auto. constructor. now apply afins_forall2.
  - unfold rstep in R. cbn [fst snd with_code] in R.
    destruct (agree (kept (way_at i)) (fst p) (snd p)) eqn:AG; [|discriminate].
    rewrite live_step. destruct (live T s (code (snd p))) as [|t]; [discriminate|].
    destruct (asteps (atoms (way_at i)) ss (code (fst p)) (code (snd p))) as [ts|] eqn:AS; [|discriminate].
    destruct (IH _ _ _ R H) as (s1 & R1 & F1 & G1 & H1). exists s1. repeat split; auto.
    + constructor; auto.
    + eapply asteps_sound; eauto.
Qed.
Definition run_eqb (r r' : run) : bool :=
  let '(i, b, ss) := r in let '(i', b', ss') := r' in
  Nat.eqb i i' && Nat.eqb b b' && list_eqb ss ss'.
Lemma run_eqb_eq r r' : run_eqb r r' = true -> r = r'.
Proof.
  destruct r as [[i b] ss], r' as [[i' b'] ss']. unfold run_eqb. intros H.
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  apply Nat.eqb_eq in H1, H2. apply list_eqb_eq in H3. now subst.
Qed.

(* ** Ways *)
Definition way_ok (w : way) := forallb (fun j => (j <? table_count)%nat) (atoms w)
  && forallb (fun j => (j <? k)%nat) (kept w).
Definition ways_ok := upto (fun i => way_ok (way_at i)) way_count.
Definition plain (w : way) : plain_way := (kept w, map (fun j => cond (tab j)) (atoms w)).
Definition goes (i : nat) (x y : list Z) := leads (plain (way_at i)) x y.
Hypothesis WAYS : ways_ok = true.
Lemma way_facts i : (i < way_count)%nat -> way_ok (way_at i) = true.
Proof. unfold ways_ok in WAYS. rewrite upto_spec in WAYS. auto. Qed.
Lemma way_atom i j : (i < way_count)%nat -> In j (atoms (way_at i)) -> (j < table_count)%nat.
Proof.
  intros L I. pose proof (way_facts i L) as H. unfold way_ok in H. apply andb_prop in H as [H _].
  rewrite forallb_forall in H. now apply Nat.ltb_lt, H.
Qed.
Lemma way_kept i j : (i < way_count)%nat -> In j (kept (way_at i)) -> (j < k)%nat.
Proof.
  intros L I. pose proof (way_facts i L) as H. unfold way_ok in H. apply andb_prop in H as [_ H].
  rewrite forallb_forall in H. now apply Nat.ltb_lt, H.
Qed.
Lemma tracks_agree w : forall js, (forall j, In j js -> track j (map fst w) = track j (map snd w)) ->
  Forall (fun p : letter * letter => agree js (fst p) (snd p) = true) w.
Proof.
  induction w as [|p w IH]; intros js H; constructor.
  - unfold agree. apply forallb_forall. intros j I. specialize (H j I). simpl in H.
    injection H as H _. now apply Nat.eqb_eq.
  - apply IH. intros j I. specialize (H j I). simpl in H. now injection H.
Qed.
Lemma agree_tracks w js j : Forall (fun p : letter * letter => agree js (fst p) (snd p) = true) w ->
  In j js -> track j (map fst w) = track j (map snd w).
Proof.
  intros F I. induction F as [|p w H F IH]; simpl; auto. f_equal; auto.
  unfold agree in H. rewrite forallb_forall in H. now apply Nat.eqb_eq, H.
Qed.
(* A run along two words comes to a good end exactly if the way leads from one position to the other. *)
Theorem run_exists T i w ts ts' s1 : (i < way_count)%nat -> pairs_small w -> (length w mod period A = 0)%nat ->
  read_all A zeros (map fst w) = Some ts -> read_all A zeros (map snd w) = Some ts' ->
  brun base T (init T) (map snd w) = Some s1 ->
  goes i (values A k (map fst w)) (values A k (map snd w)) ->
  exists ss1, rrun T (rstart T i) w = Some (i, s1, ss1) /\ afins (atoms (way_at i)) ss1 = true.
Proof.
  intros LI SM W R R' RT [K AT]. apply rrun_complete; auto.
  - apply tracks_agree. intros j J. pose proof (way_kept i j LI J) as LJ.
    apply (kept_digits A OK zeros _ _ ts ts' j); auto.
    + rewrite map_length. now apply places_start.
    + rewrite !map_length. auto.
    + now rewrite zeros_length.
    + rewrite zeros_length. apply K. exact J.
  - assert (forall j, In j (atoms (way_at i)) -> (j < table_count)%nat /\ afin j (arun j 1 w) = true) as Q.
    { intros j J. pose proof (way_atom i j LI J) as LJ. split; auto.
      rewrite (arun_admits j w ts ts'); auto. apply AT. simpl. now apply in_map with (f := fun j => cond (tab j)). }
    clear - Q. induction (atoms (way_at i)) as [|j js IH]; simpl; constructor; auto.
    apply Q; left; auto. apply IH. intros; apply Q; right; auto.
Qed.
Theorem run_leads T i w ts ts' r1 : (i < way_count)%nat -> pairs_small w -> (length w mod period A = 0)%nat ->
  read_all A zeros (map fst w) = Some ts -> read_all A zeros (map snd w) = Some ts' ->
  rrun T (rstart T i) w = Some r1 -> raccepts T r1 = true ->
  goes i (values A k (map fst w)) (values A k (map snd w)).
Proof.
  intros LI SM W R R' RR AR. destruct (rrun_sound _ _ _ _ _ _ RR AR) as (s1 & _ & _ & AG & AF). split.
  - simpl. intros j J. rewrite !nth_values. f_equal. eapply agree_tracks; eauto.
  - simpl. intros c I. apply in_map_iff in I as (j & <- & J).
    rewrite <- (arun_admits j w ts ts'); auto; [|eapply way_atom; eauto].
    clear - AF J. induction (atoms (way_at i)) as [|j' js IH]; simpl in *. tauto.
    inversion AF; subst. destruct J as [<-|J]; auto.
Qed.
End Runs.
