(* Counting moves. For a word of a position before the move, the words of the same length for the
   position after it fall into finitely many classes, by the runs of all ways that are still possible;
   how many there are in each class, up to a limit K, is a tally. [counted_sound]: if a set of nodes is
   closed under reading and each of its tallies is right at the end, then a word is accepted exactly if
   fewer than K moves lead into the set. A position that several ways reach counts once. *)
From Coq Require Import ZArith List Lia Bool.
From Marienbad Require Import Claim Vectors Numeration Conditions Tracks Moves Automata Runs Covers.
Import ListNotations.
Open Scope nat_scope.

(* The classes by number: the runs of each, and where two letters lead. Class 0 has no run. *)
Record classes := { class_count : nat; class_runs : nat -> list run; class_next : nat -> nat -> nat -> nat;
                    class_good : nat -> bool }.
Notation tally := (list (nat * nat)).      (* classes in ascending order, each with how many *)
Notation counted_node := (nat * nat * tally)%type.
Fixpoint runs_eqb (a b : list run) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => run_eqb x y && runs_eqb a b
  | _, _ => false
  end.
Lemma runs_eqb_eq a : forall b, runs_eqb a b = true -> a = b.
Proof.
  induction a; intros [|y b] H; simpl in H; try discriminate; auto.
  apply andb_prop in H as [H1 H2]. apply run_eqb_eq in H1. f_equal; auto.
Qed.
Fixpoint tally_eqb (a b : tally) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => pair_eqb x y && tally_eqb a b
  | _, _ => false
  end.
Lemma tally_eqb_eq a : forall b, tally_eqb a b = true -> a = b.
Proof.
  induction a; intros [|y b] H; simpl in H; try discriminate; auto.
  apply andb_prop in H as [H1 H2]. apply pair_eqb_eq in H1. f_equal; auto.
Qed.
Definition counted_eqb (a b : counted_node) : bool :=
  let '(e, s, m) := a in let '(e', s', m') := b in Nat.eqb e e' && Nat.eqb s s' && tally_eqb m m'.
Lemma counted_eqb_eq a b : counted_eqb a b = true -> a = b.
Proof.
  destruct a as [[e s] m], b as [[e' s'] m']. unfold counted_eqb. intros H.
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  apply Nat.eqb_eq in H1, H2. apply tally_eqb_eq in H3. now subst.
Qed.

Lemma extended_different {X} (heads : list X) (tails : list (list X)) : NoDup heads -> NoDup tails ->
  NoDup (flat_map (fun d => map (cons d) tails) heads).
Proof.
  assert (forall Y (l1 l2 : list Y), NoDup l1 -> NoDup l2 -> (forall x, In x l1 -> ~ In x l2) -> NoDup (l1 ++ l2)) as AP.
  { intros Y l1 l2 D1. induction D1 as [|x l1 N D1 IH1]; intros D2 S; simpl; auto. constructor.
    - rewrite in_app_iff. intros [I|I]; auto. apply (S x); auto. left; auto.
    - apply IH1; auto. intros y I. apply S. right; auto. }
  intros D DT. induction D as [|d l N D IH]; cbn [flat_map]. constructor. apply AP; auto.
  - apply FinFun.Injective_map_NoDup; auto. intros a b E. now injection E.
  - intros x I J. apply in_map_iff in I as (u & <- & _). apply in_flat_map in J as (d' & I' & J).
    apply in_map_iff in J as (v & E & _). injection E as -> _. auto.
Qed.

Section Counting.
Variable K : nat.
(* ** Numbers up to K *)
Definition alike (a b : nat) := Nat.min K a = Nat.min K b.
Lemma alike_add a b c d : alike a b -> alike c d -> alike (a + c) (b + d).
Proof. unfold alike. lia. Qed.
Lemma alike_times a g : alike (Nat.min K a * g) (a * g).
Proof.
  unfold alike. destruct (le_lt_dec a K) as [L|L]. now rewrite (Nat.min_r K a) by auto.
  rewrite (Nat.min_l K a) by lia. destruct g. lia. nia.
Qed.
Fixpoint nsum (l : list nat) : nat := match l with [] => 0 | x :: l => x + nsum l end.
Fixpoint weigh (G : nat -> nat) (m : tally) : nat :=
  match m with [] => 0 | (d, c) :: m => c * G d + weigh G m end.
Fixpoint add_to (d c : nat) (m : tally) : tally :=
  match m with
  | [] => [(d, Nat.min K c)]
  | (e, b) :: m' =>
      if Nat.eqb d e then (e, Nat.min K (b + c)) :: m'
      else if Nat.ltb d e then (d, Nat.min K c) :: m else (e, b) :: add_to d c m'
  end.
Lemma weigh_add G d c m : alike (weigh G (add_to d c m)) (c * G d + weigh G m).
Proof.
  induction m as [|[e b] m IH]; cbn [add_to weigh].
  - apply alike_add; [apply alike_times|reflexivity].
  - destruct (Nat.eqb_spec d e) as [<-|].
    + cbn [weigh]. replace (c * G d + (b * G d + weigh G m)) with ((b + c) * G d + weigh G m) by lia.
      apply alike_add; [apply alike_times|reflexivity].
    + destruct (Nat.ltb d e); cbn [weigh].
      * apply alike_add; [apply alike_times|reflexivity].
      * unfold alike in *. lia.
Qed.

Variable A : numeration.
Variable k base : nat.
Variable table_count : nat.
Variable tab : nat -> atable.
Variable way_count : nat.
Variable way_at : nat -> way.
Variable T : auto.                     (* the set in which moves end *)
Variable C : classes.
Notation code := (code base).
Notation letters := (coded k base).
Notation rrun := (rrun base tab way_at T).
Notation raccepts := (raccepts tab way_at T).

Definition push_letters (ls : list coded_letter) (d c ca : nat) (m : tally) : tally :=
  fold_right (fun l m => match class_next C d ca (fst l) with O => m | e => add_to e c m end) m ls.
Definition push (ls : list coded_letter) (m : tally) (ca : nat) : tally :=
  fold_right (fun (p : nat * nat) m => push_letters ls (fst p) (snd p) ca m) [] m.
Definition ends (m : tally) : nat := weigh (fun d => if class_good C d then 1 else 0) m.

(* ** Classes *)
Definition after_pair (a l : coded_letter) (rs : list run) : list run :=
  flat_map (fun r => match rstep tab way_at T r a l with Some r' => [r'] | None => [] end) rs.
Definition beginnings : list run := map (rstart way_at T) (seq 0 way_count).
Definition classes_ok (ls : list coded_letter) : bool :=
  (2 <=? class_count C) && runs_eqb (class_runs C 0) [] && runs_eqb (class_runs C 1) beginnings
  && upto (fun d => let rs := class_runs C d in
       eqb (class_good C d) (existsb raccepts rs)
       && forallb (fun a : coded_letter => forallb (fun l : coded_letter =>
            let e := class_next C d (fst a) (fst l) in
            (e <? class_count C) && runs_eqb (class_runs C e) (after_pair a l rs)) ls) ls) (class_count C).
Definition counted_at (E S : auto) (ls : list coded_letter) (I : nodes counted_node) (n : counted_node) : bool :=
  let '(e, s, m) := n in
  (if good E e then eqb (good S s) (ends m <? K) else true)
  && forallb (fun x : coded_letter * nat => let '((ca, _), e') := x in
       memb _ counted_eqb I (e', live S s ca, push ls m ca)) (edges E e).
Definition counted_ok (E : auto) (ls : list coded_letter) (I : nodes counted_node) : bool :=
  (1 <=? K) && classes_ok ls && memb _ counted_eqb I (init E, init T, [(1, 1)])
  && each _ I (counted_at E T ls I).

Hypothesis CLASSES : classes_ok letters = true.
Definition below_count (m : tally) := Forall (fun p => fst p < class_count C) m.
Lemma class_step d a l : d < class_count C -> small k base a -> small k base l ->
  class_next C d (code a) (code l) < class_count C /\
  class_runs C (class_next C d (code a) (code l)) = after_pair (with_code base a) (with_code base l) (class_runs C d).
Proof.
  intros L SA SL. unfold classes_ok in CLASSES. apply andb_prop in CLASSES as [_ H]. rewrite upto_spec in H.
  specialize (H d L). cbv zeta in H. apply andb_prop in H as [_ H].
  rewrite forallb_forall in H. specialize (H _ (coded_in _ _ _ SA)).
  rewrite forallb_forall in H. specialize (H _ (coded_in _ _ _ SL)). cbn [fst] in H.
  apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H1. apply runs_eqb_eq in H2. auto.
Qed.
Lemma class_start : class_runs C 0 = [] /\ class_runs C 1 = beginnings /\ 2 <= class_count C /\
  forall d, d < class_count C -> class_good C d = existsb raccepts (class_runs C d).
Proof.
  unfold classes_ok in CLASSES. do 3 (apply andb_prop in CLASSES as [CLASSES ?]).
  apply Nat.leb_le in CLASSES. apply runs_eqb_eq in H0, H1. repeat split; auto.
  intros d L. rewrite upto_spec in H. specialize (H d L). apply andb_prop in H as [H _]. now apply eqb_prop.
Qed.

(* ** Counting words *)
(* How many words of the length of w, read beside it from these runs, are good. *)
Fixpoint good_words (rs : list run) (w : list letter) : nat :=
  match w with
  | [] => if existsb raccepts rs then 1 else 0
  | a :: w => nsum (map (fun l => good_words (after_pair (with_code base a) l rs) w) letters)
  end.
Lemma no_runs w : good_words [] w = 0.
Proof.
  induction w as [|a w IH]; auto. cbn [good_words].
  assert (forall ls, nsum (map (fun l => good_words (after_pair (with_code base a) l []) w) ls) = 0) as Q; auto.
  induction ls as [|l ls IHL]; cbn [map nsum]; auto. rewrite IHL. unfold after_pair. simpl. now rewrite IH.
Qed.
Lemma letters_small l : In l letters -> exists a, l = with_code base a /\ small k base a.
Proof.
  unfold coded. intros I. apply in_map_iff in I as (a & <- & I). apply in_tuples in I. exists a. split; auto.
Qed.
Lemma push_weigh w a m : small k base a -> below_count m ->
  below_count (push letters m (code a)) /\
  alike (weigh (fun d => good_words (class_runs C d) w) (push letters m (code a)))
        (weigh (fun d => good_words (class_runs C d) (a :: w)) m).
Proof.
  intros SA. set (G := fun d => good_words (class_runs C d) w).
  assert (forall d c m', d < class_count C -> below_count m' -> forall ls, (forall l, In l ls -> In l letters) ->
    below_count (push_letters ls d c (code a) m') /\
    alike (weigh G (push_letters ls d c (code a) m'))
      (c * nsum (map (fun l => good_words (after_pair (with_code base a) l (class_runs C d)) w) ls) + weigh G m')) as LETTERS.
  { intros d c m' LD BM. induction ls as [|l ls IH]; intros IN; simpl.
    - split; auto. unfold alike. lia.
    - destruct IH as [B1 E1]; [intros; apply IN; right; auto|].
      destruct (letters_small l (IN l (or_introl eq_refl))) as (b & -> & SB). cbn [fst with_code].
      destruct (class_step d a b LD SA SB) as [LN EN]. fold (with_code base b). rewrite <- EN.
      fold (push_letters ls d c (code a) m').
      destruct (class_next C d (code a) (code b)) as [|e] eqn:NX.
      + split; auto. destruct class_start as (-> & _). rewrite no_runs. exact E1.
      + split.
        * clear - B1 LN. revert B1. generalize (push_letters ls d c (code a) m'). intros t.
          induction t as [|[f b'] t IHt]; intros B1; cbn [add_to].
          -- constructor; auto.
          -- inversion B1; subst. destruct (Nat.eqb (S e) f); [constructor; auto|].
             destruct (Nat.ltb (S e) f); [constructor; auto|]. constructor; auto. now apply IHt.
        * pose proof (weigh_add G (S e) c (push_letters ls d c (code a) m')) as W. unfold alike in *.
          change (G (S e)) with (good_words (class_runs C (S e)) w) in W. rewrite Nat.mul_add_distr_l.
          lia. }
  induction m as [|[d c] m IH]; intros B.
  - split; auto. reflexivity.
  - inversion B; subst. cbn [fst snd] in *. destruct (IH H2) as [B1 E1].
    destruct (LETTERS d c (push letters m (code a)) H1 B1 letters (fun l I => I)) as [B2 E2].
    change (push letters ((d, c) :: m) (code a)) with (push_letters letters d c (code a) (push letters m (code a))).
    split; [exact B2|]. cbn [weigh].
    change (good_words (class_runs C d) (a :: w))
      with (nsum (map (fun l => good_words (after_pair (with_code base a) l (class_runs C d)) w) letters)).
    unfold alike in *. lia.
Qed.
Lemma ends_weigh m : below_count m -> ends m = weigh (fun d => good_words (class_runs C d) []) m.
Proof.
  unfold ends. induction 1 as [|[d c] m L F IH]; simpl; auto. rewrite IH. simpl in L.
  destruct class_start as (_ & _ & _ & G). now rewrite G by auto.
Qed.

(* ** The walk *)
Theorem counted_sound E I : edges_ok letters E = true -> counted_ok E letters I = true ->
  forall w e, smalls k base w -> brun base E (init E) w = Some e -> good E e = true ->
  (baccepts base T w = true <-> good_words beginnings w < K).
Proof.
  intros EE H w e F R G. unfold counted_ok in H. apply andb_prop in H as [H CL]. apply andb_prop in H as [H H0].
  apply andb_prop in H as [H1 _]. apply Nat.leb_le in H1.
  apply memb_inside in H0; [|apply counted_eqb_eq].
  assert (forall w e0 s m, smalls k base w -> inside _ I (e0, s, m) -> e0 < states E -> below_count m ->
    brun base E e0 w = Some e ->
    (good T (fold_left (fun s l => live T s (code l)) w s) = true
      <-> weigh (fun d => good_words (class_runs C d) w) m < K)) as WALK.
  { clear F R H0. induction w0 as [|a w0 IH]; intros e0 s m F HI LE BM R; cbn [Automata.brun fold_left] in *;
      pose proof (each_inside _ _ _ _ CL HI) as Q; unfold counted_at in Q; apply andb_prop in Q as [Q1 Q2].
    - injection R as ->. rewrite G in Q1. apply eqb_prop in Q1. rewrite Q1, Nat.ltb_lt, (ends_weigh m BM). tauto.
    - inversion F as [|? ? SA F']; subst. destruct (bstep base E e0 a) as [e1|] eqn:SE; [|discriminate].
      destruct (edge_in _ _ _ _ _ _ EE LE SA SE) as [IE LE1].
      rewrite forallb_forall in Q2. specialize (Q2 _ IE). cbv beta iota in Q2.
      apply memb_inside in Q2; [|apply counted_eqb_eq].
      destruct (push_weigh w0 a m SA BM) as [B1 E1].
      rewrite (IH _ _ _ F' Q2 LE1 B1 R). unfold alike in E1. lia. }
  destruct class_start as (_ & ST & LC & _).
  assert (below_count [(1, 1)]) as B0 by (repeat constructor; simpl; lia).
  specialize (WALK w _ _ _ F H0 (init_state _ _ EE) B0 R). cbn [weigh] in WALK. rewrite ST in WALK.
  replace (1 * good_words beginnings w + 0) with (good_words beginnings w) in WALK by lia. rewrite <- WALK.
  split.
  - intros HA. destruct (accepts_run _ _ _ HA) as (t & RT & GT).
    assert (forall w s, brun base T s w = Some t -> fold_left (fun s l => live T s (code l)) w s = t) as Q.
    { clear. induction w as [|a w IH]; intros s R; cbn [Automata.brun fold_left] in *. congruence.
      rewrite live_step in R. destruct (live T s (code a)) as [|u]; [discriminate|]. now apply IH. }
    now rewrite (Q w _ RT).
  - intros GT. destruct (other_run base T w _ GT) as (t & RT & GT'). unfold baccepts. now rewrite RT.
Qed.

(* ** The words that were counted *)
Fixpoint words_of_length (n : nat) : list (list letter) :=
  match n with O => [[]] | S n => flat_map (fun l => map (cons l) (words_of_length n)) (tuples base k) end.
Definition is_good (rs : list run) (w w' : list letter) : bool :=
  existsb (fun r => match rrun r (combine w w') with Some r1 => raccepts r1 | None => false end) rs.
Lemma is_good_step rs a w l w' :
  is_good rs (a :: w) (l :: w') = is_good (after_pair (with_code base a) (with_code base l) rs) w w'.
Proof.
  unfold is_good, after_pair. induction rs as [|r rs IH]; cbn [existsb flat_map]; auto.
  rewrite existsb_app, <- IH. f_equal. cbn [combine Runs.rrun fst snd].
  destruct (rstep tab way_at T r (with_code base a) (with_code base l)) as [r'|]; cbn [existsb]; auto.
  now rewrite orb_false_r.
Qed.
Theorem good_words_count w : forall rs,
  good_words rs w = length (filter (is_good rs w) (words_of_length (length w))).
Proof.
  induction w as [|a w IH]; intros rs; cbn [good_words length words_of_length].
  - cbn [filter]. unfold is_good. simpl. 
    assert (existsb (fun r : run => raccepts r) rs = existsb raccepts rs) as -> by reflexivity.
    destruct (existsb raccepts rs); auto.
  - unfold coded. rewrite map_map.
    induction (tuples base k) as [|l ls IHL]; cbn [map flat_map nsum]; auto.
    rewrite filter_app, app_length, <- IHL, IH. f_equal. fold (with_code base l).
    clear. induction (words_of_length (length w)) as [|u us IHU]; cbn [map filter]; auto.
    rewrite is_good_step. destruct (is_good _ w u); simpl; now rewrite IHU.
Qed.
Lemma in_words n : forall w, In w (words_of_length n) <-> length w = n /\ smalls k base w.
Proof.
  induction n; intros w; cbn [words_of_length].
  - split. intros [<-|[]]. split; auto. constructor. intros [L _]. destruct w; [left; auto|discriminate].
  - rewrite in_flat_map. split.
    + intros (l & I & J). apply in_map_iff in J as (u & <- & J). apply IHn in J as [L F]. apply in_tuples in I.
      simpl. split; auto. constructor; auto.
    + intros [L F]. destruct w as [|l w]; [discriminate|]. inversion F; subst. exists l. split.
      now apply in_tuples. apply in_map, IHn. simpl in L. auto.
Qed.
Lemma tuples_different h n : NoDup (tuples h n).
Proof.
  induction n; cbn [tuples]. repeat constructor. intros []. apply extended_different; auto. apply seq_NoDup.
Qed.
Lemma words_different n : NoDup (words_of_length n).
Proof.
  induction n; cbn [words_of_length]. repeat constructor. intros []. apply extended_different; auto.
  apply tuples_different.
Qed.
End Counting.
