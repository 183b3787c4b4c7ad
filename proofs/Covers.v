(* Walks and covers. [no_move_sound]: if a set of nodes that holds the beginnings is closed under
   reading and none of them accepts, then no move leads from one set to another. [apart_sound]: the
   same for two sets without a move. [cover_sound]: a cover shows a move into a set from each position
   of another, exceptions left out. The nodes, the cover and its hints are guesses. *)
From Coq Require Import ZArith List Lia Bool.
From Marienbad Require Import Claim Vectors Numeration Conditions Tracks Moves Automata Runs.
Import ListNotations.
Open Scope Z_scope.

Notation node := (nat * (nat * nat * list nat))%type.
Definition node_eqb (n m : node) := Nat.eqb (fst n) (fst m) && run_eqb (snd n) (snd m).
Lemma node_eqb_eq n m : node_eqb n m = true -> n = m.
Proof.
  destruct n, m. unfold node_eqb. intros H. apply andb_prop in H as [H1 H2].
  apply Nat.eqb_eq in H1. apply run_eqb_eq in H2. simpl in *. now subst.
Qed.
(* A cover: its automaton, the runs of each state by number, and for each run that is to follow by a
   letter the run from which it follows, and the letter of the position after the move. *)
Record cover := {
  cinit : nat; cdelta : nat -> nat -> nat;
  sets : nat -> list nat; run_at : nat -> run;
  hint : nat -> nat -> nat -> nat * letter
}.

Section Covers.
Variable A : numeration.
Variable k base : nat.
Variable table_count : nat.
Variable tab : nat -> atable.
Variable way_count : nat.
Variable way_at : nat -> way.
Notation zeros := (zeros k).
Notation code := (code base).
Notation smalls := (smalls k base).
Notation brun := (brun base).
Notation baccepts := (baccepts base).
Notation rstep := (rstep tab way_at).
Notation rrun := (rrun base tab way_at).
Notation raccepts := (raccepts tab way_at).
Notation rstart := (rstart way_at).
Notation goes := (goes tab way_at).
Notation in_set := (in_set A k base).
Notation speaks := (speaks A k base).

(* ** No move *)
Definition closed_at (B T : auto) (I : nodes node) (n : node) : bool :=
  let '(b, (i, s, ss)) := n in
  let w := way_at i in
  negb (good B b && raccepts T (i, s, ss))
  && forallb (fun e : coded_letter * nat => let '((ca, a), b') := e in
       forallb (fun f : coded_letter * nat => let '((cl, l), t) := f in
         if agree (kept w) a l then
           match asteps tab (atoms w) ss ca cl with
           | None => true
           | Some ss' => memb _ node_eqb I (b', (i, t, ss'))
           end
         else true) (edges T s)) (edges B b).
Definition no_move_ok (B T : auto) (I : nodes node) : bool :=
  upto (fun i => memb _ node_eqb I (init B, rstart T i)) way_count && each _ I (closed_at B T I).

Hypothesis OK : numeration_ok A = true.
Hypothesis BASE : Forall (fun r => (length r <= base)%nat) (lang A).
Hypothesis TABLES : tables_ok A base table_count tab (coded k base) = true.
Hypothesis WAYS : ways_ok k table_count way_count way_at = true.
Notation edged := (edges_ok (coded k base)).

Definition end_of (r : run) : nat := let '(_, s, _) := r in s.
Lemma walk B T I w : edged B = true -> edged T = true -> each _ I (closed_at B T I) = true ->
  forall b r b1 r1, inside _ I (b, r) -> (b < states B)%nat -> (end_of r < states T)%nat ->
  pairs_small k base w -> brun B b (map fst w) = Some b1 -> rrun T r w = Some r1 -> inside _ I (b1, r1).
Proof.
  intros EB ET C. induction w as [|[a l] w IH]; intros b r b1 r1 HI LB LT SM RB RR; cbn [map Automata.brun Runs.rrun fst snd] in *.
  - congruence.
  - inversion SM as [|? ? [SA SL] SM']; subst. cbn [fst snd] in SA, SL.
    destruct (bstep base B b a) as [b'|] eqn:SB; [|discriminate].
    destruct (rstep T r (with_code base a) (with_code base l)) as [r'|] eqn:SR; [|discriminate].
    destruct (edge_in _ _ _ _ _ _ EB LB SA SB) as [IB LB'].
    destruct r as [[i s] ss]. unfold Runs.rstep in SR. cbn [fst snd with_code] in SR.
    destruct (agree (kept (way_at i)) a l) eqn:AG; [|discriminate].
    destruct (live T s (code l)) as [|t] eqn:LV; [discriminate|].
    destruct (asteps tab (atoms (way_at i)) ss (code a) (code l)) as [ss'|] eqn:AS; [|discriminate]. injection SR as <-.
    assert (bstep base T s l = Some (S t)) as ST by now rewrite live_step, LV.
    destruct (edge_in _ _ _ _ _ _ ET LT SL ST) as [IT LT'].
    pose proof (each_inside _ _ _ _ C HI) as E. unfold closed_at in E. apply andb_prop in E as [_ E].
    rewrite forallb_forall in E. specialize (E _ IB). cbv beta iota in E.
    rewrite forallb_forall in E. specialize (E _ IT). cbv beta iota in E. rewrite AG, AS in E.
    apply (IH b' (i, S t, ss')); auto. eapply memb_inside; eauto. apply node_eqb_eq.
Qed.
Lemma combine_maps (X Y : Type) (w : list X) : forall (w' : list Y), length w = length w' ->
  map fst (combine w w') = w /\ map snd (combine w w') = w'.
Proof.
  induction w; intros [|y w'] L; simpl in *; try lia; auto. destruct (IHw w'). lia. split; f_equal; auto.
Qed.
Lemma pairs_of w : smalls (map fst w) -> smalls (map snd w) -> pairs_small k base w.
Proof.
  induction w as [|p w IH]; simpl; intros F F'; constructor; inversion F; inversion F'; subst.
  split; auto. apply IH; auto.
Qed.
Lemma no_move_words B T I : edged B = true -> edged T = true -> speaks B -> speaks T ->
  no_move_ok B T I = true -> forall w w' i, smalls w -> smalls w' -> length w = length w' -> whole A w ->
  baccepts B w = true -> baccepts T w' = true -> (i < way_count)%nat ->
  goes i (values A k w) (values A k w') -> False.
Proof.
  intros EB ET SB ST C w w' i F F' L W HB HT LI G. unfold no_move_ok in C. apply andb_prop in C as [C0 C].
  destruct (combine_maps _ _ w w' L) as [M1 M2]. set (pw := combine w w') in *.
  destruct (accepts_run _ _ _ HB) as (s & RB & FB). destruct (accepts_run _ _ _ HT) as (t & RT & FT).
  destruct (SB _ _ F RB) as (ts & DB). destruct (ST _ _ F' RT) as (us & DT).
  assert (length pw = length w) as LP by (rewrite <- (map_length fst pw), M1; reflexivity).
  rewrite <- M1 in F, RB, DB, G. rewrite <- M2 in F', RT, DT, G.
  pose proof (pairs_of pw F F') as SM.
  assert (length pw mod period A = 0)%nat as WP by (rewrite LP; exact W).
  destruct (run_exists A k base table_count tab way_count way_at OK TABLES WAYS T i pw ts us t LI SM WP DB DT RT G) as (ss1 & RR & AF).
  rewrite upto_spec in C0. specialize (C0 i LI). apply memb_inside in C0; [|apply node_eqb_eq].
  assert (inside _ I (s, (i, t, ss1))) as E.
  { apply (walk B T I pw EB ET C (init B) (rstart T i)); auto.
    eapply init_state; eauto. simpl. eapply init_state; eauto. }
  apply (each_inside _ _ _ _ C) in E. unfold closed_at in E. apply andb_prop in E as [E _].
  unfold Runs.raccepts in E. rewrite FB, FT, AF in E. discriminate.
Qed.
Theorem no_move_sound B T I : edged B = true -> edged T = true -> speaks B -> speaks T ->
  zeros_ok A k base B = true -> zeros_ok A k base T = true -> no_move_ok B T I = true ->
  forall x y i, in_set B x -> in_set T y -> (i < way_count)%nat -> goes i x y -> False.
Proof.
  intros EB ET SB ST ZB ZT C x y i SX SY LI G.
  destruct (same_length A k base OK BASE B T x y ZB ZT SX SY) as (w & w' & F & F' & L & W & HB & HT & <- & <-).
  exact (no_move_words B T I EB ET SB ST C w w' i F F' L W HB HT LI G).
Qed.

(* ** Two sets that have nothing in common *)
Definition apart_at (B T : auto) (I : nodes (nat * nat)) (n : nat * nat) : bool :=
  let (b, t) := n in
  negb (good B b && good T t)
  && forallb (fun e : coded_letter * nat => let '((c, _), b') := e in
       match live T t c with O => true | t' => memb _ pair_eqb I (b', t') end) (edges B b).
Definition apart_ok (B T : auto) (I : nodes (nat * nat)) : bool :=
  memb _ pair_eqb I (init B, init T) && each _ I (apart_at B T I).
Theorem apart_sound B T I : edged B = true -> apart_ok B T I = true ->
  forall w, smalls w -> baccepts B w = true -> baccepts T w = true -> False.
Proof.
  intros EB H w F HB HT. unfold apart_ok in H. apply andb_prop in H as [H C].
  apply memb_inside in H; [|apply pair_eqb_eq].
  destruct (accepts_run _ _ _ HB) as (s & RB & FB). destruct (accepts_run _ _ _ HT) as (t & RT & FT).
  assert (forall w b c, smalls w -> inside _ I (b, c) -> (b < states B)%nat -> brun B b w = Some s ->
    brun T c w = Some t -> inside _ I (s, t)) as WALK.
  { clear - EB C. induction w as [|l w IH]; intros b c F HI LB RB RT; cbn [Automata.brun] in *. congruence.
    inversion F; subst. destruct (bstep base B b l) as [b'|] eqn:SB; [|discriminate].
    destruct (edge_in _ _ _ _ _ _ EB LB H1 SB) as [IB LB'].
    rewrite live_step in RT.
    destruct (live T c (code l)) as [|c'] eqn:LV; [discriminate|].
    pose proof (each_inside _ _ _ _ C HI) as E. unfold apart_at in E. apply andb_prop in E as [_ E].
    rewrite forallb_forall in E. specialize (E _ IB). cbv beta iota in E. rewrite LV in E.
    apply (IH b' (S c')); auto. eapply memb_inside; eauto. apply pair_eqb_eq. }
  pose proof (WALK w _ _ F H (init_state _ _ EB) RB RT) as E.
  apply (each_inside _ _ _ _ C) in E. unfold apart_at in E. apply andb_prop in E as [E _].
  rewrite FB, FT in E. discriminate.
Qed.

(* ** Covers *)
Fixpoint osteps (os : list auto) (ss : list nat) (c : nat) : list nat :=
  match os, ss with o :: os, s :: ss => live o s c :: osteps os ss c | _, _ => [] end.
Fixpoint oaccepts (os : list auto) (ss : list nat) : bool :=
  match os, ss with o :: os, s :: ss => good o s || oaccepts os ss | _, _ => false end.
Definition is_small (l : letter) : bool :=
  Nat.eqb (length l) k && forallb (fun d => (d <? base)%nat) l.
Definition follows (T : auto) (C : cover) (c : nat) (a : coded_letter) (r' : nat) : bool :=
  let (r, l) := hint C c (fst a) r' in
  existsb (Nat.eqb r) (sets C c) && is_small l
  && match rstep T (run_at C r) a (with_code base l) with
     | Some r2 => run_eqb r2 (run_at C r')
     | None => false
     end.
Definition covered_at (B : auto) (os : list auto) (T : auto) (C : cover) (I : nodes run) (n : run) : bool :=
  let '(c, b, ss) := n in
  (if good B b && negb (oaccepts os ss) then existsb (fun r => raccepts T (run_at C r)) (sets C c) else true)
  && forallb (fun e : coded_letter * nat => let (a, b') := e in
       let c' := cdelta C c (fst a) in
       memb _ run_eqb I (c', b', osteps os ss (fst a)) && forallb (follows T C c a) (sets C c')) (edges B b).
Definition begins (T : auto) (C : cover) (r : nat) : bool :=
  let '(i, s, ss) := run_at C r in (i <? way_count)%nat && run_eqb (i, s, ss) (rstart T i).
Definition cover_ok (B : auto) (os : list auto) (T : auto) (C : cover) (I : nodes run) : bool :=
  forallb (begins T C) (sets C (cinit C))
  && memb _ run_eqb I (cinit C, init B, map init os)
  && each _ I (covered_at B os T C I).

Lemma is_small_small l : is_small l = true -> small k base l.
Proof.
  unfold is_small. intros H. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1. split; auto.
  rewrite forallb_forall in H2. apply Forall_forall. intros d I. now apply Nat.ltb_lt, H2.
Qed.
Definition oread os ss (w : list letter) := fold_left (fun ss l => osteps os ss (code l)) w ss.
Lemma cover_run B os T C I w : edged B = true -> each _ I (covered_at B os T C I) = true -> smalls w ->
  forall c b ss b1, inside _ I (c, b, ss) -> (b < states B)%nat -> brun B b w = Some b1 -> good B b1 = true ->
  oaccepts os (oread os ss w) = false ->
  exists r pw r1, In r (sets C c) /\ map fst pw = w /\ smalls (map snd pw) /\
    rrun T (run_at C r) pw = Some r1 /\ raccepts T r1 = true.
Proof.
  intros EB E F. induction F as [|a w SA F IH]; intros c b ss b1 HI LB RB FB NO; cbn [Automata.brun oread fold_left] in *;
    pose proof (each_inside _ _ _ _ E HI) as H; unfold covered_at in H; apply andb_prop in H as [H1 H2].
  - injection RB as <-. rewrite FB, NO in H1. simpl in H1.
    apply existsb_exists in H1 as (r & IR & AR). exists r, [], (run_at C r). simpl. repeat split; auto. constructor.
  - destruct (bstep base B b a) as [b'|] eqn:SB; [|discriminate].
    destruct (edge_in _ _ _ _ _ _ EB LB SA SB) as [IB LB'].
    rewrite forallb_forall in H2. specialize (H2 _ IB). cbv beta iota zeta in H2. cbn [fst] in H2.
    apply andb_prop in H2 as [M FO]. apply memb_inside in M; [|apply run_eqb_eq].
    destruct (IH _ _ _ _ M LB' RB FB NO) as (r' & pw & r1 & IR & M1 & SM & RR & AR).
    rewrite forallb_forall in FO. specialize (FO r' IR). unfold follows in FO. cbn [fst] in FO.
    destruct (hint C c (code a) r') as [r l]. apply andb_prop in FO as [FO F2]. apply andb_prop in FO as [F1 SL].
    apply existsb_exists in F1 as (r0 & I0 & E0). apply Nat.eqb_eq in E0. subst r0.
    apply is_small_small in SL.
    fold (with_code base a) in F2.
    destruct (rstep T (run_at C r) (with_code base a) (with_code base l)) as [r2|] eqn:ER; [|discriminate].
    apply run_eqb_eq in F2. subst r2.
    exists r, ((a, l) :: pw), r1. cbn [map fst snd Runs.rrun]. rewrite ER, M1. repeat split; auto.
    constructor; auto.
Qed.
Lemma live_dead o w : fold_left (fun s l => live o s (code l)) w O = O. Proof. induction w; auto. Qed.
Lemma other_run o w : forall s, good o (fold_left (fun s l => live o s (code l)) w s) = true ->
  exists t, brun o s w = Some t /\ good o t = true.
Proof.
  induction w as [|a w IH]; intros s H; cbn [fold_left Automata.brun] in *. eauto.
  rewrite live_step. destruct (live o s (code a)) as [|t]; auto.
  rewrite live_dead in H. discriminate.
Qed.
Lemma others_run w : forall os ss, oaccepts os (oread os ss w) = true ->
  exists o s t, In (o, s) (combine os ss) /\ brun o s w = Some t /\ good o t = true.
Proof.
  induction os as [|o os IH]; intros ss H.
  - assert (oread [] ss w = ss \/ oread [] ss w = []) as [E|E].
    { unfold oread. clear. revert ss. induction w; intros ss; simpl; auto. right.
      destruct (IHw []) as [E|E]; exact E. }
    all: rewrite E in H; discriminate.
  - destruct ss as [|s ss].
    { assert (oread (o :: os) [] w = []) as E by (clear; unfold oread; induction w; auto).
      rewrite E in H. discriminate. }
    assert (forall s ss, oread (o :: os) (s :: ss) w =
      fold_left (fun s l => live o s (code l)) w s :: oread os ss w) as E
      by (clear; unfold oread; induction w; intros; simpl; auto).
    rewrite E in H. cbn [oaccepts] in H. apply orb_prop in H as [H|H].
    + destruct (other_run _ _ _ H) as (t & R & G). exists o, s, t. repeat split; auto. left; auto.
    + destruct (IH ss H) as (o' & s' & t & I1 & R1 & F1). exists o', s', t. repeat split; auto. right; auto.
Qed.
Lemma combine_init os o s : In (o, s) (combine os (map init os)) -> In o os /\ s = init o.
Proof.
  induction os as [|o' os IH]; simpl; [tauto|]. intros [H|H]. injection H as -> <-. auto.
  destruct (IH H). auto.
Qed.
Theorem cover_sound B os T C I : edged B = true -> speaks B -> speaks T -> cover_ok B os T C I = true ->
  forall w, smalls w -> whole A w -> baccepts B w = true ->
  (exists o, In o os /\ in_set o (values A k w)) \/
  exists i y, (i < way_count)%nat /\ goes i (values A k w) y /\ in_set T y.
Proof.
  intros EB SB ST H w F W HB. unfold cover_ok in H. apply andb_prop in H as [H E]. apply andb_prop in H as [H1 H2].
  apply memb_inside in H2; [|apply run_eqb_eq].
  destruct (accepts_run _ _ _ HB) as (b1 & RB & GB). destruct (SB _ _ F RB) as (ts & DB).
  destruct (oaccepts os (oread os (map init os) w)) eqn:NO.
  - left. destruct (others_run _ _ _ NO) as (o & s & t & I1 & R1 & F1).
    destruct (combine_init _ _ _ I1) as [I2 ->]. exists o. split; auto. exists w. repeat split; auto.
    unfold Automata.baccepts. now rewrite R1.
  - right. destruct (cover_run B os T C I w EB E F _ _ _ _ H2 (init_state _ _ EB) RB GB NO)
      as (r & pw & r1 & IR & M1 & SM & RR & AR).
    rewrite forallb_forall in H1. specialize (H1 r IR). unfold begins in H1.
    destruct (run_at C r) as [[i s] ss] eqn:ER. apply andb_prop in H1 as [LI ES]. apply Nat.ltb_lt in LI.
    apply run_eqb_eq in ES. rewrite ES in RR.
    pose proof RR as RR'. unfold Runs.rstart in RR'.
    destruct (rrun_sound base tab way_at T i pw _ _ _ RR' AR) as (t1 & RT & FT & _ & _).
    destruct (ST _ _ SM RT) as (us & DT). rewrite <- M1 in F, DB.
    assert (length pw = length w) as LP by (rewrite <- M1, map_length; reflexivity).
    assert (length pw mod period A = 0)%nat as WP by (rewrite LP; exact W).
    pose proof (run_leads A k base table_count tab way_count way_at OK TABLES WAYS T i pw ts us r1
      LI (pairs_of pw F SM) WP DB DT RR AR) as G.
    exists i, (values A k (map snd pw)). rewrite M1 in G. repeat split; auto. apply G. apply G.
    exists (map snd pw). repeat split; auto.
    + unfold whole. now rewrite map_length.
    + unfold Automata.baccepts. now rewrite RT.
Qed.
End Covers.
