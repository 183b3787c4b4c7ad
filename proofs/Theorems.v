(* The theorems. A certificate is what is claimed (Claim.v: a game and automata, as the file lists
   them) together with evidence, which may be anything. If [check_normal] accepts, the automaton
   describes the positions to leave; if [check_misere] does, those of misere play; if [check_values]
   does, automata for 0, 1, ..., g describe the positions of these values; if [check_blocking] does,
   the automaton describes the positions to leave where fewer than K moves may be forbidden. *)
From Coq Require Import ZArith List Lia Bool.
From Marienbad Require Import Claim Vectors Numeration Conditions Tracks Games Moves Automata Runs Covers Blocking Words.
Import ListNotations.
Open Scope Z_scope.

(* ** Evidence *)

(* For a game: phases of the states of the digit language, which states read no more than which, vectors
   that are worth 0; the automaton of all positions, with the states of the digit language that each of
   its states stands for; the conditions and the ways. *)
Record frame := {
  frame_phases : list nat; frame_below : list (nat * nat); frame_nothing : list (nat * list Z);
  every : auto; label : nat -> list nat;
  table_count : nat; table_at : nat -> atable;
  way_count : nat; way_at : nat -> way
}.
(* For a set: its automaton as functions, and the pairs that it and [every] meet. *)
Record set := { auto_of : auto; words_met : nodes (nat * nat) }.
(* For moves that are to exist: a cover, and the nodes that are met along with it. *)
Record witness := { cover_of : cover; covered : nodes run }.

(* ** Ways are those of the takes *)
Definition option_eqb (a b : option Z) :=
  match a, b with Some x, Some y => x =? y | None, None => true | _, _ => false end.
Definition bounds_eqb a b :=
  option_eqb (low a) (low b) && option_eqb (high a) (high b)
  && (modulus a =? modulus b) && (residue a =? residue b).
Definition condition_eqb a b :=
  zlist_eqb (before a) (before b) && zlist_eqb (later a) (later b) && bounds_eqb (within a) (within b).
Lemma condition_eqb_eq a b : condition_eqb a b = true -> a = b.
Proof.
  assert (forall x y, option_eqb x y = true -> x = y) as O.
  { intros [x|] [y|]; simpl; try discriminate; auto. rewrite Z.eqb_eq. congruence. }
  destruct a as [f1 g1 [l1 h1 m1 r1]], b as [f2 g2 [l2 h2 m2 r2]]. unfold condition_eqb, bounds_eqb. simpl. intros H.
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. do 3 (apply andb_prop in H3 as [H3 ?]).
  apply zlist_eqb_eq in H1, H2. apply O in H3, H4. apply Z.eqb_eq in H, H0. now subst.
Qed.
(* Two ways with the same heaps that stay and the same set of conditions. *)
Definition same_way (v w : plain_way) : bool :=
  list_eqb (fst v) (fst w)
  && forallb (fun c => existsb (condition_eqb c) (snd w)) (snd v)
  && forallb (fun c => existsb (condition_eqb c) (snd v)) (snd w).
Lemma same_way_leads v w x y : same_way v w = true -> (leads v x y <-> leads w x y).
Proof.
  unfold same_way. intros H. apply andb_prop in H as [H H2]. apply andb_prop in H as [H0 H1].
  apply list_eqb_eq in H0. rewrite forallb_forall in H1, H2.
  assert (forall l m, (forall c, In c l -> existsb (condition_eqb c) m = true) -> forall c, In c l -> In c m) as S.
  { intros l m H c I. specialize (H c I). apply existsb_exists in H as (d & J & E).
    apply condition_eqb_eq in E. now subst. }
  unfold leads. rewrite H0. split; intros [K C]; split; auto; intros c I; apply C; eapply S; eauto.
Qed.

Section Frame.
Variable g : game.
Variable f : frame.
Notation k := (heaps g).
Notation base := (base_of g).
Definition numeration_of : numeration := {|
  lang := language g; frees := free g;
  phases := frame_phases f; below := frame_below f; nothing := frame_nothing f |}.
Notation A := numeration_of.
Notation letters := (coded k base).
Definition given_ways := map (fun i => plain (table_at f) (way_at f i)) (seq 0 (way_count f)).
Definition same_ways : bool :=
  let computed := computed_ways k (takes g) in
  let given := given_ways in
  forallb (fun w => existsb (same_way w) given) computed && forallb (fun w => existsb (same_way w) computed) given.
Definition frame_ok : bool :=
  negb (Nat.eqb k 0) && numeration_ok A && forallb (take_ok k) (takes g)
  && tables_ok A base (table_count f) (table_at f) letters
  && ways_ok k (table_count f) (way_count f) (way_at f) && same_ways
  && edges_ok letters (every f) && every_ok A k letters (every f) (label f).
Definition set_ok (a : automaton) (s : set) : bool :=
  represents g a (auto_of s) && edges_ok letters (auto_of s) && words_ok (every f) (auto_of s) (words_met s).
Definition padded (s : set) : bool := zeros_ok A k base (auto_of s).
Definition no_move (B T : auto) (I : nodes node) : bool :=
  no_move_ok (table_at f) (way_count f) (way_at f) B T I.
Definition shows (B : auto) (others : list auto) (T : auto) (w : witness) : bool :=
  cover_ok k base (table_at f) (way_count f) (way_at f) B others T (cover_of w) (covered w).

Section Sound.
Hypothesis FRAME : frame_ok = true.
Lemma frame_parts : k <> O /\ numeration_ok A = true /\ forallb (take_ok k) (takes g) = true /\
  tables_ok A base (table_count f) (table_at f) letters = true /\
  ways_ok k (table_count f) (way_count f) (way_at f) = true /\ same_ways = true /\
  edges_ok letters (every f) = true /\ every_ok A k letters (every f) (label f) = true.
Proof.
  unfold frame_ok in FRAME. do 7 (apply andb_prop in FRAME as [FRAME ?]).
  apply negb_true_iff, Nat.eqb_neq in FRAME. repeat split; auto.
Qed.
Notation move := (move k (takes g)).
Notation goes := (goes (table_at f) (way_at f)).
Notation in_set := (in_set A k base).
Lemma OK : numeration_ok A = true. Proof. apply frame_parts. Qed.
Lemma BASE : Forall (fun r => (length r <= base)%nat) (lang A). Proof. now apply rows_fit. Qed.

Lemma move_goes x y : move x y <-> is_position k x /\ is_position k y /\ exists i, (i < way_count f)%nat /\ goes i x y.
Proof.
  destruct frame_parts as (_ & _ & TO & _ & _ & SW & _). unfold Claim.move. rewrite (takes_ways k (takes g) x y TO).
  assert ((exists w, In w (computed_ways k (takes g)) /\ leads w x y) <-> exists i, (i < way_count f)%nat /\ goes i x y) as E;
    [|now rewrite E].
  unfold same_ways in SW. cbv zeta in SW. apply andb_prop in SW as [S1 S2]. rewrite forallb_forall in S1, S2. split.
  - intros (w & I & L). specialize (S1 w I). apply existsb_exists in S1 as (v & J & S).
    unfold given_ways in J. apply in_map_iff in J as (i & <- & J). apply in_seq in J. exists i. split; [lia|].
    now apply (same_way_leads _ _ _ _ S).
  - intros (i & LI & L). assert (In (plain (table_at f) (way_at f i)) given_ways) as I.
    { unfold given_ways. apply in_map_iff. exists i. split; auto. apply in_seq. lia. }
    specialize (S2 _ I). apply existsb_exists in S2 as (v & J & S). exists v. split; auto.
    apply (same_way_leads _ _ _ _ S). exact L.
Qed.
Lemma falls x y : move x y -> (total y < total x)%nat.
Proof. destruct frame_parts as (_ & _ & TO & _). now apply take_falls. Qed.
Lemma stays x y : move x y -> is_position k y. Proof. intros (_ & H & _). exact H. Qed.
Lemma every_speaks' : speaks A k base (every f).
Proof. destruct frame_parts as (_ & _ & _ & _ & _ & _ & _ & EO). eapply every_speaks; eauto. Qed.

Lemma set_facts a s : set_ok a s = true ->
  represents g a (auto_of s) = true /\ edges_ok letters (auto_of s) = true /\ speaks A k base (auto_of s) /\
  forall w, smalls k base w -> baccepts base (auto_of s) w = true -> whole A w.
Proof.
  unfold set_ok. intros H. apply andb_prop in H as [H H2]. apply andb_prop in H as [H0 H1].
  destruct frame_parts as (K & _ & _ & _ & _ & _ & _ & EO).
  destruct (words_sound A k base OK (every f) (label f) EO K (auto_of s) (words_met s) H1 H2). auto.
Qed.
Lemma in_set_position s a x : set_ok a s = true -> in_set (auto_of s) x -> is_position k x.
Proof.
  intros SO (w & F & W & H & <-). destruct (set_facts a s SO) as (_ & _ & SP & _).
  destruct (accepts_run _ _ _ H) as (t & R & _). destruct (SP _ _ F R) as (ts & RA).
  exact (values_position g A OK w ts W RA).
Qed.

(* What the checks show, in terms of moves. *)
Lemma no_move_between a s b t I : set_ok a s = true -> set_ok b t = true -> padded s = true -> padded t = true ->
  no_move (auto_of s) (auto_of t) I = true ->
  forall x y, in_set (auto_of s) x -> move x y -> in_set (auto_of t) y -> False.
Proof.
  intros SA SB ZA ZB H x y IX M IY. apply move_goes in M as (_ & _ & i & LI & G).
  destruct frame_parts as (_ & _ & _ & TO & WO & _). 
  destruct (set_facts a s SA) as (_ & EA & PA & _). destruct (set_facts b t SB) as (_ & EB & PB & _).
  exact (no_move_sound A k base _ _ _ _ OK BASE TO WO _ _ I EA EB PA PB ZA ZB H x y i IX IY LI G).
Qed.
(* The position after a move is no larger, and so has a word of the same length. *)
Lemma word_below w ts y : whole A w -> read_all A (zeros k) w = Some ts -> move (values A k w) y ->
  exists w' us, length w' = length w /\ read_all A (zeros k) w' = Some us /\ values A k w' = y.
Proof.
  intros W RA M. destruct frame_parts as (_ & _ & TK & _).
  assert (smalls k base w) as F by (eapply read_smalls; eauto using BASE, zeros_length).
  destruct (take_below _ _ _ _ TK M) as [LE _]. pose proof (stays _ _ M) as PY.
  apply (word_of_length g A OK (length w) y W PY).
  pose proof (values_bound A OK w (zeros k) ts (places_start A k OK _ W) RA) as VB. rewrite zeros_length in VB.
  apply Forall_nth. intros j d J. rewrite nth_indep with (d' := 0) by auto. specialize (LE j).
  rewrite Forall_nth in VB. destruct PY as [LY _]. specialize (VB j 0). rewrite (smalls_length A k base w F) in VB.
  rewrite LY in J. specialize (VB J). lia.
Qed.
Lemma no_move_left a s I : set_ok a s = true -> no_move (auto_of s) (every f) I = true ->
  forall x y, in_set (auto_of s) x -> move x y -> False.
Proof.
  intros SA H x y (w & F & W & HB & <-) M.
  destruct frame_parts as (_ & _ & TK & TO & WO & _ & EE & EO).
  destruct (set_facts a s SA) as (_ & EA & PA & _).
  destruct (accepts_run _ _ _ HB) as (b1 & RB & _). destruct (PA _ _ F RB) as (ts & RA).
  destruct (word_below w ts y W RA M) as (w' & us & L' & R' & <-).
  apply move_goes in M as (_ & _ & i & LI & G).
  assert (whole A w') as W' by (unfold whole; now rewrite L').
  refine (no_move_words A k base _ _ _ _ OK TO WO _ _ I EA EE PA every_speaks' H w w' i F _ _ W HB _ LI G).
  - eapply read_smalls; eauto using BASE, zeros_length.
  - auto.
  - eapply every_accepts; eauto using OK, BASE.
Qed.
Lemma shown_moves B others T w : edges_ok letters B = true -> speaks A k base B -> speaks A k base T ->
  (forall y, in_set T y -> is_position k y) -> shows B others T w = true ->
  forall u ts, read_all A (zeros k) u = Some ts -> whole A u -> baccepts base B u = true ->
  (exists o, In o others /\ in_set o (values A k u)) \/ exists y, move (values A k u) y /\ in_set T y.
Proof.
  intros EB SB ST PT H u ts R W HB. destruct frame_parts as (_ & _ & _ & TO & WO & _).
  assert (smalls k base u) as F by (eapply read_smalls; eauto using BASE, zeros_length).
  destruct (cover_sound A k base _ _ _ _ OK TO WO _ _ _ _ _ EB SB ST H u F W HB) as [E|(i & y & LI & G & IY)]; auto.
  right. exists y. split; auto. apply move_goes. split; [|split; eauto]. eapply values_position; eauto using OK.
Qed.
Lemma shown_from_all others a s w : set_ok a s = true -> shows (every f) others (auto_of s) w = true ->
  forall x, is_position k x ->
  (exists o, In o others /\ in_set o x) \/ exists y, move x y /\ in_set (auto_of s) y.
Proof.
  intros SA H x PX. destruct frame_parts as (_ & _ & _ & _ & _ & _ & EE & EO).
  destruct (set_facts a s SA) as (_ & EA & PA & _).
  destruct (every_position g A OK x PX) as (u & ts & W & R & <-).
  apply (shown_moves (every f) others (auto_of s) w EE every_speaks' PA) with (ts := ts); auto.
  - intros y. eapply in_set_position; eauto.
  - eapply every_accepts; eauto using OK, BASE.
Qed.
Lemma shown_from_set a s w : set_ok a s = true -> shows (auto_of s) [] (every f) w = true ->
  forall x, in_set (auto_of s) x -> exists y, move x y.
Proof.
  intros SA H x (u & F & W & HB & <-). destruct (set_facts a s SA) as (_ & EA & PA & _).
  destruct (accepts_run _ _ _ HB) as (b1 & RB & _). destruct (PA _ _ F RB) as (ts & RA).
  destruct (shown_moves (auto_of s) [] (every f) w EA PA every_speaks') with (u := u) (ts := ts)
    as [(o & [] & _)|(y & M & _)]; eauto.
  intros y (v & FV & WV & HV & <-). destruct (accepts_run _ _ _ HV) as (c1 & RV & _).
  destruct (every_speaks' _ _ FV RV) as (vs & RV'). eapply values_position; eauto using OK.
Qed.
Lemma describes_set a s (Q : position -> Prop) : set_ok a s = true -> padded s = true ->
  (forall x, is_position k x -> (in_set (auto_of s) x <-> Q x)) -> describes g a Q.
Proof.
  intros SA Z H. destruct (set_facts a s SA) as (RP & EA & PA & WH).
  assert (forall w, Forall (is_letter g) w -> smalls k base w) as SM by auto.
  split; [|split].
  - intros w F HA. apply SM in F. apply (accepts_same g a _ RP EA w F) in HA.
    apply (is_word_read g A eq_refl eq_refl w F). split; auto.
    destruct (accepts_run _ _ _ HA) as (b1 & RB & _). exact (PA _ _ F RB).
  - intros x PX. destruct (every_position g A OK x PX) as (w & ts & W & R & V).
    assert (smalls k base w) as F by (eapply read_smalls; eauto using BASE, zeros_length).
    exists w. split; [exact F|]. split.
    + apply (is_word_read g A eq_refl eq_refl w F). eauto.
    + rewrite (position_values g A eq_refl eq_refl OK w F). exact V.
  - intros w F HW. apply SM in F. apply (is_word_read g A eq_refl eq_refl w F) in HW as [W (ts & R)].
    rewrite (position_values g A eq_refl eq_refl OK w F).
    pose proof (values_position g A OK w ts W R) as PX. split; auto.
    rewrite (accepts_same g a _ RP EA w F), <- (H _ PX).
    symmetry. eapply accepts_any; eauto using OK, BASE.
Qed.
End Sound.
End Frame.

(* ** Normal play *)
Definition check_normal (g : game) (f : frame) (a : automaton) (s : set) (I : nodes node) (w : witness) : bool :=
  frame_ok g f && set_ok g f a s && padded g f s
  && no_move f (auto_of s) (auto_of s) I
  && shows g f (every f) [auto_of s] (auto_of s) w.

Theorem normal_correct g f a s I w : check_normal g f a s I w = true ->
  describes g a (P (move (heaps g) (takes g))).
Proof.
  unfold check_normal. intros H. do 4 (apply andb_prop in H as [H ?]).
  apply (describes_set g f H a s); auto.
  apply normal with (total := total) (dom := is_position (heaps g)).
  - exact (falls g f H).
  - exact (stays g).
  - exact (no_move_between g f H a s a s I H3 H3 H2 H2 H1).
  - intros x D. destruct (shown_from_all g f H _ a s w H3 H0 x D) as [(o & [<-|[]] & E)|E]; auto.
Qed.

(* ** Misere play: T is a set of positions without a move *)
Definition check_misere (g : game) (f : frame) (a : automaton) (s : set) (b : automaton) (t : set)
    (I J : nodes node) (w m : witness) : bool :=
  frame_ok g f && set_ok g f a s && padded g f s && set_ok g f b t
  && no_move f (auto_of s) (auto_of s) I
  && no_move f (auto_of t) (every f) J
  && shows g f (every f) [auto_of s; auto_of t] (auto_of s) w
  && shows g f (auto_of s) [] (every f) m.

Theorem misere_correct g f a s b t I J w m : check_misere g f a s b t I J w m = true ->
  describes g a (MP (move (heaps g) (takes g))).
Proof.
  unfold check_misere. intros H. do 7 (apply andb_prop in H as [H ?]).
  apply (describes_set g f H a s); auto.
  apply misere with (total := total) (dom := is_position (heaps g)) (T := in_set (numeration_of g f) (heaps g) (base_of g) (auto_of t)).
  - exact (falls g f H).
  - exact (stays g).
  - exact (no_move_between g f H a s a s I H6 H6 H5 H5 H3).
  - intros x D. destruct (shown_from_all g f H _ a s w H6 H1 x D) as [(o & [<-|[<-|[]]] & E)|E]; auto.
  - intros x y TX M. exact (no_move_left g f H b t J H4 H2 x y TX M).
  - exact (shown_from_set g f H a s m H6 H0).
Qed.

(* ** Values: a level for each value, the largest first *)
Record level := {
  level_automaton : automaton; level_set : set; level_inside : nodes node;
  level_witness : witness;                 (* the exceptions are the sets of this level and of those below *)
  level_apart : list (nodes (nat * nat))   (* what this set and each of those below meet together *)
}.
Definition sets_of (ls : list level) : list auto := map (fun l => auto_of (level_set l)) ls.
Fixpoint all_apart (B : auto) (others : list level) (hints : list (nodes (nat * nat))) : bool :=
  match others, hints with
  | [], _ => true
  | o :: others, h :: hints => apart_ok B (auto_of (level_set o)) h && all_apart B others hints
  | _, _ => false
  end.
Fixpoint levels_ok (g : game) (f : frame) (ls : list level) : bool :=
  match ls with
  | [] => true
  | l :: below =>
      let s := level_set l in
      set_ok g f (level_automaton l) s && padded g f s
      && no_move f (auto_of s) (auto_of s) (level_inside l)
      && all_apart (auto_of s) below (level_apart l)
      && shows g f (every f) (sets_of (l :: below)) (auto_of s) (level_witness l)
      && levels_ok g f below
  end.
Definition check_values (g : game) (f : frame) (ls : list level) : bool :=
  frame_ok g f && levels_ok g f ls.

Section Values.
Variable g : game.
Variable f : frame.
Hypothesis FRAME : frame_ok g f = true.
Notation k := (heaps g).
Notation member l x := (in_set (numeration_of g f) k (base_of g) (auto_of (level_set l)) x).
Definition belongs (ls : list level) (v : nat) (x : position) : Prop :=
  exists l, nth_error (rev ls) v = Some l /\ member l x.
Lemma level_facts ls : levels_ok g f ls = true -> forall l, In l ls ->
  set_ok g f (level_automaton l) (level_set l) = true /\ padded g f (level_set l) = true.
Proof.
  induction ls as [|l ls IH]; intros H m I; [destruct I|]. cbn [levels_ok] in H. do 5 (apply andb_prop in H as [H ?]).
  destruct I as [<-|I]; auto.
Qed.
Lemma apart_all B others : forall hints, all_apart B others hints = true ->
  forall o, In o others -> exists h, apart_ok B (auto_of (level_set o)) h = true.
Proof.
  induction others as [|o others IH]; intros [|h hints] H m I; try (destruct I; fail); simpl in H; try discriminate.
  apply andb_prop in H as [H1 H2]. destruct I as [<-|I]; eauto.
Qed.
(* Words of the same length, and so the same word, for a position of two sets. *)
Lemma member_word l x : set_ok g f (level_automaton l) (level_set l) = true -> padded g f (level_set l) = true ->
  member l x -> forall w ts, whole (numeration_of g f) w -> read_all (numeration_of g f) (zeros k) w = Some ts ->
  values (numeration_of g f) k w = x -> baccepts (base_of g) (auto_of (level_set l)) w = true.
Proof.
  intros SO Z M w ts W R <-. destruct (set_facts g f FRAME _ _ SO) as (_ & _ & PA & _).
  destruct (frame_parts g f FRAME) as (_ & OK & _).
  eapply (accepts_any (numeration_of g f) k (base_of g) OK (rows_fit g (numeration_of g f) eq_refl) (auto_of (level_set l)) Z PA w ts W R); eauto.
Qed.
Lemma belongs_cons l ls v x : belongs (l :: ls) v x <->
  (v = length ls /\ member l x) \/ ((v < length ls)%nat /\ belongs ls v x).
Proof.
  unfold belongs. simpl rev. split.
  - intros (m & E & M). destruct (lt_dec v (length ls)) as [L|L].
    + right. split; auto. exists m. rewrite nth_error_app1 in E by (now rewrite rev_length). auto.
    + left. rewrite nth_error_app2 in E by (rewrite rev_length; lia). rewrite rev_length in E.
      destruct (v - length ls)%nat as [|n] eqn:D; simpl in E.
      * injection E as ->. split; auto. lia.
      * destruct n; discriminate.
  - intros [[-> M]|[L (m & E & M)]].
    + exists l. split; auto. rewrite nth_error_app2 by (rewrite rev_length; lia).
      rewrite rev_length, Nat.sub_diag. reflexivity.
    + exists m. split; auto. rewrite nth_error_app1; auto. now rewrite rev_length.
Qed.
Lemma belongs_below ls v x : belongs ls v x -> (v < length ls)%nat.
Proof.
  intros (l & E & _). rewrite <- rev_length. apply nth_error_Some. congruence.
Qed.
Lemma levels_inside ls : levels_ok g f ls = true ->
  forall v x y, belongs ls v x -> move k (takes g) x y -> belongs ls v y -> False.
Proof.
  induction ls as [|l ls IH]; intros H v x y BX M BY.
  - apply belongs_below in BX. simpl in BX. lia.
  - cbn [levels_ok] in H. do 5 (apply andb_prop in H as [H ?]).
    apply belongs_cons in BX, BY. destruct BX as [[EX MX]|[LX BX]], BY as [[EY MY]|[LY BY]]; try lia.
    + exact (no_move_between g f FRAME _ _ _ _ _ H H H4 H4 H3 x y MX M MY).
    + exact (IH H0 v x y BX M BY).
Qed.
Lemma levels_apart ls : levels_ok g f ls = true ->
  forall u v x, (u < v)%nat -> belongs ls u x -> belongs ls v x -> False.
Proof.
  induction ls as [|l ls IH]; intros H u v x L BU BV.
  - apply belongs_below in BU. simpl in BU. lia.
  - pose proof H as H'. cbn [levels_ok] in H. do 5 (apply andb_prop in H as [H ?]).
    apply belongs_cons in BU, BV. destruct BU as [[EU _]|[LU BU]], BV as [[EV MV]|[LV BV]]; try lia.
    + destruct BU as (m & E & MU). apply nth_error_In in E. apply in_rev in E.
      destruct (apart_all _ _ _ H2 m E) as (h & AP).
      destruct (level_facts ls H0 m E) as [SM ZM].
      destruct (set_facts g f FRAME _ _ H) as (_ & EA & _).
      pose proof (in_set_position g f FRAME _ _ x H MV) as PX. destruct (frame_parts g f FRAME) as (_ & OK & _).
      destruct (every_position g (numeration_of g f) OK x PX) as (w & ts & W & R & V).
      refine (apart_sound k (base_of g) _ _ h EA AP w _ _ _).
      * exact (read_smalls (numeration_of g f) k _ (rows_fit g (numeration_of g f) eq_refl) w (zeros k) ts (zeros_length k) R).
      * eapply member_word; eauto.
      * eapply member_word; eauto.
    + exact (IH H0 u v x L BU BV).
Qed.
Lemma sets_belong ls o x : In o (sets_of ls) -> in_set (numeration_of g f) k (base_of g) o x ->
  exists u, (u < length ls)%nat /\ belongs ls u x.
Proof.
  induction ls as [|l ls IH]; intros I M; [destruct I|]. destruct I as [<-|I].
  - exists (length ls). simpl. split; auto. apply belongs_cons. auto.
  - destruct (IH I M) as (u & L & B). exists u. simpl. split; auto. apply belongs_cons. auto.
Qed.
Lemma levels_cover ls : levels_ok g f ls = true -> forall v x, (v < length ls)%nat -> is_position k x ->
  (exists u, (u <= v)%nat /\ belongs ls u x) \/ exists y, move k (takes g) x y /\ belongs ls v y.
Proof.
  induction ls as [|l ls IH]; intros H v x L D; simpl in L; [lia|].
  cbn [levels_ok] in H. do 5 (apply andb_prop in H as [H ?]).
  destruct (Nat.eq_dec v (length ls)) as [->|N].
  - destruct (shown_from_all g f FRAME _ _ _ _ H H1 x D) as [(o & I & E)|(y & M & E)].
    + left. destruct (sets_belong (l :: ls) o x I E) as (u & LU & B). simpl in LU. exists u. split; auto. lia.
    + right. exists y. split; auto. apply belongs_cons. auto.
  - destruct (IH H0 v x) as [(u & LU & B)|(y & M & B)]; auto; try lia.
    + left. exists u. split; auto. apply belongs_cons. right. split; auto. lia.
    + right. exists y. split; auto. apply belongs_cons. right. split; auto. lia.
Qed.
End Values.

Theorem values_correct g f ls : check_values g f ls = true -> forall v l,
  nth_error (rev ls) v = Some l -> describes g (level_automaton l) (V (move (heaps g) (takes g)) v).
Proof.
  unfold check_values. intros H v l E. apply andb_prop in H as [FR H].
  assert (In l ls) as I by (apply in_rev; eapply nth_error_In; eauto).
  assert (v < length ls)%nat as L by (rewrite <- rev_length; apply nth_error_Some; congruence).
  destruct (level_facts g f ls H l I) as [SO ZO]. apply (describes_set g f FR _ _ _ SO ZO).
  intros x D. transitivity (belongs g f ls v x).
  - unfold belongs. rewrite E. split; [eauto|]. intros (m & Q & M). injection Q as <-. exact M.
  - apply (valued _ _ total (falls g f FR) (is_position (heaps g)) (stays g) (pred (length ls)) (belongs g f ls)); auto; try lia.
    + intros u a b _. apply (levels_inside g f FR ls H).
    + intros u w a LU _. exact (levels_apart g f FR ls H u w a LU).
    + intros u a LU. apply (levels_cover g f FR ls H). lia.
Qed.

(* ** Blocking: no witness, for the moves into the set are counted *)
Definition counted (g : game) (f : frame) (K : nat) (T : auto) (c : classes) (I : nodes counted_node) : bool :=
  counted_ok K (table_at f) (way_count f) (way_at f) T c (every f) (coded (heaps g) (base_of g)) I.
Definition check_blocking (g : game) (f : frame) (K : nat) (a : automaton) (s : set)
    (c : classes) (I : nodes counted_node) : bool :=
  frame_ok g f && set_ok g f a s && padded g f s && counted g f K (auto_of s) c I.

Section Blocking.
Variable g : game.
Variable f : frame.
Variable a : automaton.
Variable s : set.
Hypothesis FRAME : frame_ok g f = true.
Hypothesis SET : set_ok g f a s = true.
Hypothesis PADDED : padded g f s = true.
Notation k := (heaps g).
Notation base := (base_of g).
Notation A := (numeration_of g f).
Notation T := (auto_of s).
Notation move := (move k (takes g)).
Notation in_set := (in_set A k base T).
(* The words of moves into the set, for a word of a position. *)
Definition into (w : list letter) : list (list letter) :=
  filter (is_good base (table_at f) (way_at f) T (beginnings (way_count f) (way_at f) T) w)
    (words_of_length k base (length w)).
Variable w : list letter.
Variable ts : list nat.
Hypothesis WHOLE : whole A w.
Hypothesis READ : read_all A (zeros k) w = Some ts.
Lemma word_small : smalls k base w.
Proof. eapply read_smalls; eauto using BASE, zeros_length. Qed.
Lemma into_sound w' : In w' (into w) -> length w' = length w /\
  (exists us, read_all A (zeros k) w' = Some us) /\ move (values A k w) (values A k w') /\ in_set (values A k w').
Proof.
  intros I. unfold into in I. apply filter_In in I as [I H]. apply in_words in I as [L F'].
  pose proof word_small as F. pose proof (OK g f FRAME) as OK'.
  destruct (frame_parts g f FRAME) as (_ & _ & _ & TO & WO & _). destruct (set_facts g f FRAME a s SET) as (_ & _ & SP & _).
  unfold is_good in H. apply existsb_exists in H as (r & IR & H). unfold beginnings in IR.
  apply in_map_iff in IR as (i & <- & IR). apply in_seq in IR.
  destruct (rrun base (table_at f) (way_at f) T (rstart (way_at f) T i) (combine w w')) as [r1|] eqn:RR; [|discriminate].
  destruct (combine_maps _ _ w w' (eq_sym L)) as [M1 M2]. set (pw := combine w w') in *.
  pose proof RR as RR'. unfold rstart in RR'.
  destruct (rrun_sound base (table_at f) (way_at f) T i pw _ _ _ RR' H) as (t1 & RT & GT & _). rewrite M2 in RT.
  destruct (SP _ _ F' RT) as (us & RU).
  assert (length pw = length w) as LP by (rewrite <- M1, map_length; reflexivity).
  assert (whole A w') as W' by (unfold whole; rewrite L; exact WHOLE).
  assert (goes (table_at f) (way_at f) i (values A k (map fst pw)) (values A k (map snd pw))) as G.
  { eapply (run_leads A k base); eauto.
    - lia.
    - apply pairs_of; [rewrite M1|rewrite M2]; auto.
    - rewrite LP. exact WHOLE.
    - rewrite M1. exact READ.
    - rewrite M2. exact RU. }
  rewrite M1, M2 in G. split; [auto|split; [eauto|split]].
  - apply (move_goes g f FRAME). split; [|split].
    + exact (values_position g A OK' w ts WHOLE READ).
    + exact (values_position g A OK' w' us W' RU).
    + exists i. split; auto. lia.
  - exists w'. repeat split; auto. unfold baccepts. now rewrite RT.
Qed.
Lemma into_complete y : move (values A k w) y -> in_set y -> In y (map (values A k) (into w)).
Proof.
  intros M IY. pose proof word_small as F. pose proof (OK g f FRAME) as OK'.
  destruct (frame_parts g f FRAME) as (_ & _ & TK & TO & WO & _). destruct (set_facts g f FRAME a s SET) as (_ & _ & SP & _).
  destruct (word_below g f FRAME w ts y WHOLE READ M) as (w' & us & L & RU & <-).
  assert (whole A w') as W' by (unfold whole; rewrite L; exact WHOLE).
  assert (smalls k base w') as F' by (eapply read_smalls; eauto using BASE, zeros_length).
  assert (baccepts base T w' = true) as AC.
  { eapply (accepts_any A k base OK'); eauto using BASE. }
  destruct (accepts_run _ _ _ AC) as (t1 & RT & GT).
  apply (move_goes g f FRAME) in M as (_ & _ & i & LI & G).
  destruct (combine_maps _ _ w w' (eq_sym L)) as [M1 M2].
  assert (exists ss1, rrun base (table_at f) (way_at f) T (rstart (way_at f) T i) (combine w w') = Some (i, t1, ss1)
    /\ afins (table_at f) (atoms (way_at f i)) ss1 = true) as (ss1 & RR & AF).
  { eapply (run_exists A k base _ _ _ _ OK' TO WO T i (combine w w') ts us t1); auto; rewrite ?M1, ?M2; auto.
    - apply pairs_of; [rewrite M1|rewrite M2]; auto.
    - assert (length (combine w w') = length w) as -> by (rewrite combine_length; lia). exact WHOLE. }
  apply in_map. unfold into. apply filter_In. split. apply in_words; auto.
  unfold is_good. apply existsb_exists. exists (rstart (way_at f) T i). split.
  - unfold beginnings. apply in_map, in_seq. lia.
  - rewrite RR. unfold raccepts. now rewrite GT, AF.
Qed.
Lemma into_different : NoDup (map (values A k) (into w)).
Proof.
  assert (NoDup (into w)) as D by (apply NoDup_filter, words_different).
  assert (forall u v, In u (into w) -> In v (into w) -> values A k u = values A k v -> u = v) as INJ.
  { intros u v IU IV E. destruct (into_sound u IU) as (LU & (us & RU) & _). destruct (into_sound v IV) as (LV & (vs & RV) & _).
    eapply (words_equal A k base); eauto using OK, BASE. congruence. unfold whole. rewrite LU. exact WHOLE. }
  revert D INJ. generalize (into w). induction l as [|u l IH]; intros D INJ; simpl; constructor; inversion D; subst.
  - intros I. apply in_map_iff in I as (v & E & I). apply H1.
    rewrite (INJ u v); auto. left; auto. right; auto.
  - apply IH; auto. intros x y IX IY. apply INJ; right; auto.
Qed.
End Blocking.

Theorem blocking_correct g f K a s c I : check_blocking g f K a s c I = true ->
  describes g a (BP (move (heaps g) (takes g)) K).
Proof.
  unfold check_blocking. intros H. do 3 (apply andb_prop in H as [H ?]).
  pose proof (OK g f H) as OK'. destruct (frame_parts g f H) as (_ & _ & _ & _ & _ & _ & EE & EO).
  destruct (set_facts g f H a s H2) as (_ & _ & SP & _).
  apply (describes_set g f H a s); auto.
  assert (forall x, is_position (heaps g) x -> exists w ts, whole (numeration_of g f) w /\
    read_all (numeration_of g f) (zeros (heaps g)) w = Some ts /\ values (numeration_of g f) (heaps g) w = x /\
    (in_set (numeration_of g f) (heaps g) (base_of g) (auto_of s) x
      <-> (length (map (values (numeration_of g f) (heaps g)) (into g f s w)) < K)%nat)) as COUNT.
  { intros x D. destruct (every_position g _ OK' x D) as (w & ts & W & R & V). exists w, ts. repeat split; auto.
    all: rewrite <- V, (accepts_any (numeration_of g f) (heaps g) (base_of g) OK' (BASE g f) (auto_of s) H1 SP w ts W R).
    all: pose proof (every_accepts _ _ _ OK' (BASE g f) _ _ EO w ts W R) as AE.
    all: destruct (accepts_run _ _ _ AE) as (e & RE & GE).
    all: assert (smalls (heaps g) (base_of g) w) as F by (eapply read_smalls; eauto using BASE, zeros_length).
    all: unfold counted in H0; pose proof H0 as CO; unfold counted_ok in CO; do 2 (apply andb_prop in CO as [CO _]); apply andb_prop in CO as [_ CO].
    all: rewrite (counted_sound K (heaps g) (base_of g) _ _ _ (auto_of s) c CO (every f) I EE H0 w e F RE GE).
    all: rewrite good_words_count, map_length; auto. }
  apply blocking with (total := total) (dom := is_position (heaps g)).
  - exact (falls g f H).
  - exact (stays g).
  - intros x D SX. destruct (COUNT x D) as (w & ts & W & R & V & E).
    exists (map (values (numeration_of g f) (heaps g)) (into g f s w)). split. now apply E.
    intros y M SY. rewrite <- V in M. eapply into_complete; eauto.
  - intros x D. destruct (COUNT x D) as (w & ts & W & R & V & E).
    set (l := map (values (numeration_of g f) (heaps g)) (into g f s w)) in *.
    destruct (le_lt_dec K (length l)) as [L|L]; [right|left; now apply E].
    exists (firstn K l). split; [now apply firstn_length_le|split].
    + assert (NoDup (firstn K l ++ skipn K l)) as ND by (rewrite firstn_skipn; eapply into_different; eauto).
      revert ND. generalize (firstn K l) (skipn K l). induction l0 as [|y l0 IH]; intros l1 ND; constructor; inversion ND; subst.
      * intros IY. apply H5. apply in_or_app; auto.
      * exact (IH l1 H6).
    + intros y IY. assert (In y l) as J by (rewrite <- (firstn_skipn K l); apply in_or_app; auto).
      unfold l in J. apply in_map_iff in J as (w' & <- & J).
      destruct (into_sound g f a s H H2 w ts W R w' J) as (_ & _ & M & Q). rewrite V in M. auto.
Qed.
