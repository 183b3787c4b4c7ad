(* From takes to ways. A take allows a way to move for each choice of heaps: heaps that stay as they
   are, and conditions on the heaps before and after. [computed_ways] lists them, and [takes_ways]
   shows that their moves are those of the takes, as Claim.v defines them. [take_falls]: each move
   makes the total smaller, for each amount is at least 1. *)
From Coq Require Import ZArith List Lia Bool Permutation.
From Marienbad Require Import Claim Vectors Numeration Conditions.
Import ListNotations.
Open Scope Z_scope.

(* ** Linear forms in the heaps before and after a move *)
Definition lin := (list Z * list Z)%type.
Definition worth_of (f : lin) (x y : list Z) : Z := dot (fst f) x + dot (snd f) y.
Definition lin_add (f g : lin) : lin := (vadd (fst f) (fst g), vadd (snd f) (snd g)).
Definition lin_scale c (f : lin) : lin := (vscale c (fst f), vscale c (snd f)).
Definition taken j : lin := (unit j 1, unit j (-1)).
Lemma worth_add f g x y : worth_of (lin_add f g) x y = worth_of f x y + worth_of g x y.
Proof. unfold worth_of. simpl. rewrite !dot_vadd_l. lia. Qed.
Lemma worth_scale c f x y : worth_of (lin_scale c f) x y = c * worth_of f x y.
Proof. unfold worth_of. simpl. rewrite !dot_vscale_l. lia. Qed.
Lemma worth_taken j x y : worth_of (taken j) x y = heap j x - heap j y.
Proof. unfold worth_of, heap. simpl. rewrite !dot_unit. lia. Qed.

(* ** The conditions of a choice *)
Definition exactly v := {| low := Some v; high := Some v; modulus := 0; residue := 0 |}.
Definition positive := {| low := Some 1; high := None; modulus := 0; residue := 0 |}.
Lemma admits_exactly v z : admits (exactly v) z = true <-> z = v.
Proof. unfold admits. simpl. rewrite andb_true_iff, !Z.leb_le. lia. Qed.
Lemma admits_positive z : admits positive z = true <-> 1 <= z.
Proof. unfold admits. simpl. rewrite andb_true_r, Z.leb_le. lia. Qed.

(* The heap that a name stands at first. *)
Fixpoint first_of (n : nat) (pairs : list (nat * amount)) : option nat :=
  match pairs with
  | [] => None
  | (j, Name m) :: rest => if Nat.eqb n m then Some j else first_of n rest
  | _ :: rest => first_of n rest
  end.
Definition amount_condition (pairs : list (nat * amount)) (p : nat * amount) : lin * bounds :=
  match p with
  | (j, Number v) => (taken j, exactly v)
  | (j, Name n) =>
      match first_of n pairs with
      | Some i => if Nat.eqb i j then (taken j, positive)
                  else (lin_add (taken j) (lin_scale (-1) (taken i)), exactly 0)
      | None => (taken j, positive)
      end
  end.
Definition variable_form (pairs : list (nat * amount)) (v : variable) : lin :=
  match v with
  | Amount n => match first_of n pairs with Some i => taken i | None => ([], []) end
  | Heap j => (unit j 1, [])
  end.
Fixpoint form_of (pairs : list (nat * amount)) (f : list (variable * Z)) : lin :=
  match f with
  | [] => ([], [])
  | (v, c) :: f => lin_add (lin_scale c (variable_form pairs v)) (form_of pairs f)
  end.
Definition choice_conditions (t : take) (chosen : list nat) : list (lin * bounds) :=
  let pairs := combine chosen (amounts t) in
  map (amount_condition pairs) pairs ++ map (fun r => (form_of pairs (form r), bound r)) (requirements t).

(* What is required of a take: amounts of at least 1, heaps that exist, names that it knows. *)
Definition is_name n a := match a with Name m => Nat.eqb n m | Number _ => false end.
Definition amount_ok a := match a with Number v => 1 <=? v | Name _ => true end.
Definition knows (l : list amount) (p : variable * Z) :=
  match fst p with Amount n => existsb (is_name n) l | Heap _ => true end.
Fixpoint different (l : list nat) : bool :=
  match l with [] => true | j :: l => negb (existsb (Nat.eqb j) l) && different l end.
Definition places_ok h (t : take) (l : list nat) :=
  Nat.eqb (length l) (length (amounts t)) && different l && forallb (fun j => Nat.ltb j h) l.
Definition take_ok h (t : take) : bool :=
  negb (Nat.eqb (length (amounts t)) 0) && forallb amount_ok (amounts t)
  && match places t with Some l => places_ok h t l | None => true end
  && forallb (fun r => forallb (knows (amounts t)) (form r)) (requirements t).

Lemma first_of_in n pairs i : first_of n pairs = Some i -> In (i, Name n) pairs.
Proof.
  induction pairs as [|[j a] rest IH]; simpl; [discriminate|]. destruct a as [v|m]; auto.
  destruct (Nat.eqb_spec n m) as [->|]; auto. intros H; injection H as ->. auto.
Qed.
Lemma in_first_of n pairs j : In (j, Name n) pairs -> exists i, first_of n pairs = Some i.
Proof.
  induction pairs as [|[k a] rest IH]; simpl; [tauto|]. intros [H|H].
  - injection H as -> ->. rewrite Nat.eqb_refl. eauto.
  - destruct a as [v|m]; auto. destruct (Nat.eqb n m); eauto.
Qed.
Lemma existsb_eq j l : existsb (Nat.eqb j) l = true <-> In j l.
Proof.
  rewrite existsb_exists. split. intros (i & I & E). apply Nat.eqb_eq in E. now subst.
  intros I. exists j. split; auto. apply Nat.eqb_refl.
Qed.
Lemma different_spec l : different l = true <-> NoDup l.
Proof.
  induction l as [|j l IH]; simpl. split; auto using NoDup_nil.
  rewrite andb_true_iff, negb_true_iff, IH, NoDup_cons_iff, <- existsb_eq.
  destruct (existsb (Nat.eqb j) l); intuition congruence.
Qed.
Lemma forall2_combine {X Y} (R : X -> Y -> Prop) l : forall m, length l = length m ->
  (Forall2 R l m <-> forall a b, In (a, b) (combine l m) -> R a b).
Proof.
  induction l as [|a l IH]; intros [|b m] L; simpl in *; try lia; split; intros H; auto.
  - intros a b [].
  - inversion H; subst. intros c d [E|I]. injection E as <- <-; auto. apply (IH m); auto.
  - constructor; auto. apply IH; auto.
Qed.

Section Choice.
Variable t : take.
Variable chosen : list nat.
Variables x y : position.
Hypothesis LENGTH : length chosen = length (amounts t).
Hypothesis POSITIVE : forallb amount_ok (amounts t) = true.
Hypothesis KNOWN : forallb (fun r => forallb (knows (amounts t)) (form r)) (requirements t) = true.
Let pairs := combine chosen (amounts t).
Definition takes_off (value : nat -> Z) (j : nat) (a : amount) :=
  heap j x - heap j y = stands value a /\ 1 <= stands value a.
Definition satisfied (f : lin * bounds) := admits (snd f) (worth_of (fst f) x y) = true.

Lemma known_first n : existsb (is_name n) (amounts t) = true -> exists i, first_of n pairs = Some i.
Proof.
  intros H. apply existsb_exists in H as (a & I & E). destruct a as [v|m]; simpl in E; [discriminate|].
  apply Nat.eqb_eq in E. subst m. destruct (In_nth _ _ (Name n) I) as (p & LP & E).
  apply in_first_of with (nth p chosen O). unfold pairs. rewrite <- E, <- combine_nth by auto.
  apply nth_In. rewrite combine_length. lia.
Qed.
Lemma form_worth value f : (forall n i, first_of n pairs = Some i -> heap i x - heap i y = value n) ->
  forallb (knows (amounts t)) f = true -> worth_of (form_of pairs f) x y = evaluate value x f.
Proof.
  intros H. induction f as [|[v c] f IH]; intros K; cbn [form_of evaluate].
  - reflexivity.
  - cbn [forallb] in K. apply andb_prop in K as [K1 K2]. rewrite worth_add, worth_scale, IH by auto.
    destruct v as [n|j]; cbn [variable_form].
    + destruct (known_first n K1) as (i & E). rewrite E, worth_taken, (H n i E). lia.
    + unfold worth_of. simpl. rewrite dot_unit. unfold heap. lia.
Qed.
Theorem choice_sound :
  (exists value, Forall2 (takes_off value) chosen (amounts t)
    /\ Forall (fun r => admits (bound r) (evaluate value x (form r)) = true) (requirements t))
  <-> (forall f, In f (choice_conditions t chosen) -> satisfied f).
Proof.
  rewrite forallb_forall in POSITIVE, KNOWN. unfold choice_conditions. fold pairs. split.
  - intros (value & T & R) f I. rewrite forall2_combine in T by auto. fold pairs in T.
    assert (forall n i, first_of n pairs = Some i -> heap i x - heap i y = value n) as FIRST.
    { intros n i E. apply first_of_in in E. apply (T _ _ E). }
    apply in_app_or in I as [I|I]; apply in_map_iff in I as (p & <- & I).
    + destruct p as [j a]. destruct (T j a I) as [E B]. unfold amount_condition, satisfied.
      destruct a as [v|n]; simpl in E, B.
      * simpl fst. simpl snd. now rewrite worth_taken, admits_exactly.
      * destruct (in_first_of _ _ _ I) as (i & F). rewrite F. destruct (Nat.eqb i j); simpl fst; simpl snd.
        -- rewrite worth_taken, admits_positive. lia.
        -- rewrite worth_add, worth_scale, !worth_taken, admits_exactly. specialize (FIRST n i F). lia.
    + unfold satisfied. simpl. rewrite Forall_forall in R. rewrite (form_worth value); auto.
  - intros H. set (value := fun n => match first_of n pairs with Some i => heap i x - heap i y | None => 0 end).
    assert (forall p, In p pairs -> satisfied (amount_condition pairs p)) as A
      by (intros p I; apply H, in_or_app; left; now apply in_map).
    exists value. split.
    + apply forall2_combine; auto. fold pairs. intros j a I. specialize (A _ I) as S.
      unfold satisfied, amount_condition in S. unfold takes_off.
      destruct a as [v|n]; cbn [fst snd stands] in *.
      * rewrite worth_taken, admits_exactly in S. split; auto.
        apply in_combine_r in I. apply POSITIVE in I. now apply Z.leb_le.
      * destruct (in_first_of _ _ _ I) as (i & F). rewrite F in S. unfold value. rewrite F.
        destruct (Nat.eqb_spec i j) as [E|D]; cbn [fst snd] in S.
        -- rewrite worth_taken, admits_positive in S. rewrite E. lia.
        -- rewrite worth_add, worth_scale, !worth_taken, admits_exactly in S.
           specialize (A _ (first_of_in _ _ _ F)) as S'. unfold satisfied, amount_condition in S'.
           rewrite F, Nat.eqb_refl in S'. cbn [fst snd] in S'. rewrite worth_taken, admits_positive in S'. lia.
    + apply Forall_forall. intros r I.
      assert (satisfied (form_of pairs (form r), bound r)) as S.
      { apply H, in_or_app. right. apply in_map_iff. eauto. }
      unfold satisfied in S. cbn [fst snd] in S. rewrite <- (form_worth value); auto.
      intros n i E. unfold value. now rewrite E.
Qed.
End Choice.

(* ** Conditions in their final form: without zeros, with a positive first factor, of full length *)
Definition flip (b : bounds) : bounds :=
  {| low := option_map Z.opp (high b); high := option_map Z.opp (low b);
     modulus := modulus b; residue := - residue b |}.
Lemma admits_flip b v : admits (flip b) (- v) = admits b v.
Proof.
  apply eq_true_iff_eq. unfold admits, flip. simpl. destruct (Z.eqb_spec (modulus b) 0) as [M|M].
  - rewrite !andb_true_iff. unfold at_least, at_most.
    destruct (low b), (high b); simpl; rewrite ?Z.leb_le; lia.
  - rewrite !Z.eqb_eq, !Z.mod_divide by auto. replace (- v - - residue b) with (- (v - residue b)) by lia.
    apply Z.divide_opp_r.
Qed.
Fixpoint leading (l : list Z) : Z :=
  match l with [] => 0 | c :: l => if c =? 0 then leading l else c end.
Definition signed (c : condition) : condition :=
  if leading (before c ++ later c) <? 0
  then {| before := vscale (-1) (before c); later := vscale (-1) (later c); within := flip (within c) |}
  else c.
Lemma signed_holds c x y : holds (signed c) x y = holds c x y.
Proof.
  unfold signed, holds. destruct (leading (before c ++ later c) <? 0); auto. simpl.
  rewrite !dot_vscale_l, <- (admits_flip (within c)). f_equal. lia.
Qed.
Definition asks (b : bounds) : bool :=
  negb (modulus b =? 0) || match low b, high b with None, None => false | _, _ => true end.
Lemma asks_nothing b v : asks b = false -> admits b v = true.
Proof.
  unfold asks, admits. destruct (modulus b =? 0); simpl; [|discriminate].
  destruct (low b), (high b); try discriminate; auto.
Qed.
Definition full h (v : list Z) := vadd v (repeat 0 h).
Lemma dot_full h v x : dot (full h v) x = dot v x.
Proof. unfold full. rewrite dot_vadd_l, dot_zeros. lia. Qed.
(* None: one of them is false by itself. *)
Fixpoint settled h (l : list (lin * bounds)) : option (list condition) :=
  match l with
  | [] => Some []
  | (f, b) :: l =>
      match settled h l with
      | None => None
      | Some cs =>
          if negb (asks b) then Some cs
          else if is_zero (fst f) && is_zero (snd f) then (if admits b 0 then Some cs else None)
          else Some (signed {| before := full h (fst f); later := full h (snd f); within := b |} :: cs)
      end
  end.
Lemma settled_spec h x y l :
  match settled h l with
  | Some cs => (forall c, In c cs -> holds c x y = true) <-> (forall f, In f l -> satisfied x y f)
  | None => ~ forall f, In f l -> satisfied x y f
  end.
Proof.
  induction l as [|[f b] l IH]; cbn [settled]. simpl; tauto.
  assert (forall Q : Prop, (satisfied x y (f, b) <-> Q) ->
    ((forall g, In g ((f, b) :: l) -> satisfied x y g) <-> Q /\ forall g, In g l -> satisfied x y g)) as SPLIT.
  { intros Q E. rewrite <- E. split.
    - intros H. split. apply H; left; auto. intros; apply H; right; auto.
    - intros [H1 H2] g [<-|I]; auto. }
  destruct (settled h l) as [cs|].
  - destruct (asks b) eqn:AB; cbn [negb].
    2: { rewrite (SPLIT True). tauto. unfold satisfied. simpl. rewrite asks_nothing; tauto. }
    destruct (is_zero (fst f) && is_zero (snd f)) eqn:Z.
    + apply andb_prop in Z as [Z1 Z2].
      assert (satisfied x y (f, b) <-> admits b 0 = true) as E.
      { unfold satisfied, worth_of. simpl. rewrite (dot_zero _ Z1), (dot_zero _ Z2). tauto. }
      destruct (admits b 0); [rewrite (SPLIT _ E); tauto|].
      intros H. assert (satisfied x y (f, b)) as F by (apply H; left; auto). apply E in F. discriminate.
    + rewrite (SPLIT (holds (signed {| before := full h (fst f); later := full h (snd f); within := b |}) x y = true)).
      * rewrite <- IH. split.
        -- intros H. split. apply H; left; auto. intros; apply H; right; auto.
        -- intros [H1 H2] c [<-|I]; auto.
      * rewrite signed_holds. unfold holds, satisfied, worth_of. simpl. rewrite !dot_full. tauto.
  - intros H. apply IH. intros g I. apply H; right; auto.
Qed.

(* ** Choices of heaps *)
Fixpoint tuples (h n : nat) : list (list nat) :=
  match n with O => [[]] | S n => flat_map (fun d => map (cons d) (tuples h n)) (seq 0 h) end.
Lemma in_tuples h l : forall n, In l (tuples h n) <-> length l = n /\ Forall (fun j => (j < h)%nat) l.
Proof.
  induction l as [|j l IH]; intros [|n]; simpl.
  - intuition.
  - rewrite in_flat_map. split; [|lia]. intros (d & _ & I). apply in_map_iff in I as (m & E & _). discriminate.
  - intuition discriminate.
  - rewrite in_flat_map. split.
    + intros (d & D & I). apply in_map_iff in I as (m & E & I). injection E as -> ->.
      apply in_seq in D. apply IH in I as [L F]. split; auto. constructor; auto. lia.
    + intros [L F]. inversion F; subst. exists j. split. apply in_seq; lia. apply in_map, IH. auto.
Qed.
Fixpoint sublists (l : list nat) : list (list nat) :=
  match l with [] => [[]] | j :: l => map (cons j) (sublists l) ++ sublists l end.
Lemma filter_sublists f l : In (filter f l) (sublists l).
Proof.
  induction l as [|j l IH]; simpl; auto. apply in_or_app.
  destruct (f j); [left; now apply in_map|now right].
Qed.
Lemma sublists_in l m : In m (sublists l) -> (forall j, In j m -> In j l) /\ (NoDup l -> NoDup m).
Proof.
  revert m. induction l as [|a l IH]; simpl; intros m H.
  - destruct H as [<-|[]]. split; auto.
  - apply in_app_or in H as [H|H].
    + apply in_map_iff in H as (m' & <- & H). destruct (IH _ H) as [I1 I2]. split.
      * intros j [<-|J]; auto.
      * intros D. inversion D; subst. constructor; auto.
    + destruct (IH _ H) as [I1 I2]. split; auto. intros D. inversion D; auto.
Qed.
Definition amount_eqb a b :=
  match a, b with Number u, Number v => u =? v | Name m, Name n => Nat.eqb m n | _, _ => false end.
Lemma amount_eqb_eq a b : amount_eqb a b = true -> a = b.
Proof.
  destruct a, b; simpl; try discriminate. rewrite Z.eqb_eq; congruence. rewrite Nat.eqb_eq; congruence.
Qed.
Definition all_equal (l : list amount) := match l with [] => true | a :: l => forallb (amount_eqb a) l end.
Definition choices h (t : take) : list (list nat) :=
  match places t with
  | Some l => [l]
  | None =>
      let n := length (amounts t) in
      if all_equal (amounts t) then filter (fun l => Nat.eqb (length l) n) (sublists (seq 0 h))
      else filter different (tuples h n)
  end.
Lemma choice_ok h t l : take_ok h t = true -> In l (choices h t) ->
  length l = length (amounts t) /\ Forall (fun j => (j < h)%nat) l /\ chosen_by h t l.
Proof.
  unfold take_ok, choices, chosen_by. intros OK. do 3 (apply andb_prop in OK as [OK ?]).
  destruct (places t) as [m|].
  - intros [<-|[]]. unfold places_ok in H0. do 2 (apply andb_prop in H0 as [H0 ?]).
    apply Nat.eqb_eq in H0. rewrite forallb_forall in H2. repeat split; auto.
    apply Forall_forall. intros j J. now apply Nat.ltb_lt, H2.
  - destruct (all_equal (amounts t)); intros I; apply filter_In in I as [I E].
    + apply Nat.eqb_eq in E. destruct (sublists_in _ _ I) as [I1 I2].
      assert (Forall (fun j => (j < h)%nat) l) as F.
      { apply Forall_forall. intros j J. apply I1 in J. apply in_seq in J. lia. }
      repeat split; auto. apply I2, seq_NoDup.
    + apply in_tuples in I as [I F]. repeat split; auto. now apply different_spec.
Qed.
Lemma equal_repeat a l : forallb (amount_eqb a) l = true -> l = repeat a (length l).
Proof.
  induction l as [|b l IH]; cbn [forallb length repeat]; auto. intros H. apply andb_prop in H as [H1 H2].
  apply amount_eqb_eq in H1. subst. f_equal; auto.
Qed.
Lemma forall2_repeat {X Y} (R : X -> Y -> Prop) a l : forall n,
  Forall2 R l (repeat a n) <-> length l = n /\ Forall (fun j => R j a) l.
Proof.
  induction l as [|j l IH]; intros [|n]; simpl; split; intros H; try (inversion H; fail); auto.
  - destruct H; discriminate.
  - destruct H; discriminate.
  - inversion H; subst. apply IH in H5 as [<- F]. auto.
  - destruct H as [L F]. inversion F; subst. constructor; auto. apply IH. auto.
Qed.
Lemma choice_exists h t l (R : nat -> amount -> Prop) : take_ok h t = true -> chosen_by h t l ->
  Forall2 R l (amounts t) ->
  exists m, In m (choices h t) /\ Forall2 R m (amounts t) /\ forall j, In j l <-> In j m.
Proof.
  unfold take_ok, chosen_by, choices. intros OK C F. do 3 (apply andb_prop in OK as [OK ?]).
  destruct (places t) as [p|].
  - subst p. exists l. simpl. tauto.
  - destruct C as (L & D & B). destruct (all_equal (amounts t)) eqn:E.
    + set (m := filter (fun j => existsb (Nat.eqb j) l) (seq 0 h)).
      assert (forall j, In j l <-> In j m) as S.
      { intros j. unfold m. rewrite filter_In, existsb_eq, in_seq. rewrite Forall_forall in B.
        split; [|tauto]. intros J. specialize (B j J). split; auto. lia. }
      assert (Permutation l m) as PM.
      { apply NoDup_Permutation; auto. apply NoDup_filter, seq_NoDup. }
      exists m. split; [|split; auto].
      * apply filter_In. split. apply filter_sublists. apply Nat.eqb_eq.
        rewrite <- (Permutation_length PM). exact L.
      * assert (exists a, amounts t = repeat a (length (amounts t))) as (a & EA).
        { destruct (amounts t) as [|a r]; [discriminate|]. exists a. simpl. f_equal. now apply equal_repeat. }
        rewrite EA in F |- *. apply forall2_repeat in F as [F1 F2]. apply forall2_repeat.
        rewrite <- (Permutation_length PM). split; auto.
        rewrite Forall_forall in *. intros j J. apply F2, S, J.
    + exists l. split; [|tauto]. apply filter_In. split. apply in_tuples; auto. now apply different_spec.
Qed.

(* ** Ways *)
Definition plain_way := (list nat * list condition)%type.    (* the heaps that stay, the conditions *)
Definition staying h (chosen : list nat) := filter (fun j => negb (existsb (Nat.eqb j) chosen)) (seq 0 h).
Definition take_ways h (t : take) : list plain_way :=
  flat_map (fun chosen => match settled h (choice_conditions t chosen) with
    | Some cs => [(staying h chosen, cs)]
    | None => []
    end) (choices h t).
Definition computed_ways h (ts : list take) : list plain_way := flat_map (take_ways h) ts.
Definition leads (w : plain_way) (x y : position) : Prop :=
  (forall j, In j (fst w) -> nth j x 0 = nth j y 0) /\ (forall c, In c (snd w) -> holds c x y = true).

Lemma staying_in h chosen j : In j (staying h chosen) <-> (j < h)%nat /\ ~ In j chosen.
Proof.
  unfold staying. rewrite filter_In, in_seq, negb_true_iff, <- existsb_eq.
  destruct (existsb (Nat.eqb j) chosen); intuition (congruence || lia).
Qed.
Theorem take_ways_sound h t x y : take_ok h t = true ->
  (take_move h t x y <-> exists w, In w (take_ways h t) /\ leads w x y).
Proof.
  intros OK. pose proof OK as OK'. unfold take_ok in OK'. do 3 (apply andb_prop in OK' as [OK' ?]).
  split.
  - intros (l & value & C & T & K & R).
    destruct (choice_exists h t l _ OK C T) as (m & I & T' & S).
    destruct (choice_ok h t m OK I) as (L & B & _).
    assert (forall f, In f (choice_conditions t m) -> satisfied x y f) as A.
    { apply choice_sound; auto. exists value. auto. }
    pose proof (settled_spec h x y (choice_conditions t m)) as Q.
    destruct (settled h (choice_conditions t m)) as [cs|] eqn:E; [|tauto].
    exists (staying h m, cs). split.
    + unfold take_ways. apply in_flat_map. exists m. split; auto. rewrite E. left; auto.
    + split; simpl; [|tauto]. intros j J. apply staying_in in J as [J1 J2]. apply K; auto. now rewrite S.
  - intros (w & I & G1 & G2). unfold take_ways in I. apply in_flat_map in I as (m & I & J).
    destruct (choice_ok h t m OK I) as (L & B & C).
    pose proof (settled_spec h x y (choice_conditions t m)) as Q.
    destruct (settled h (choice_conditions t m)) as [cs|] eqn:E; [|destruct J].
    destruct J as [<-|[]]. simpl in G1, G2.
    destruct (choice_sound t m x y L H1 H) as [_ G].
    destruct (G (proj1 Q G2)) as (value & T & R). exists m, value. repeat split; auto.
    intros j J1 J2. apply G1, staying_in. auto.
Qed.
Theorem takes_ways h ts x y : forallb (take_ok h) ts = true ->
  ((exists t, In t ts /\ take_move h t x y) <-> exists w, In w (computed_ways h ts) /\ leads w x y).
Proof.
  rewrite forallb_forall. intros OK. unfold computed_ways. split.
  - intros (t & I & M). apply take_ways_sound in M; auto. destruct M as (w & J & M).
    exists w. split; auto. apply in_flat_map. eauto.
  - intros (w & I & M). apply in_flat_map in I as (t & I & J). exists t. split; auto.
    apply take_ways_sound; eauto.
Qed.

(* ** The total falls *)
Definition total (x : position) : nat := Z.to_nat (zsum x).
Lemma zsum_nonneg x : Forall (Z.le 0) x -> 0 <= zsum x.
Proof. induction 1; cbn [zsum]; lia. Qed.
Lemma zsum_falls x : forall y, length x = length y -> (forall j, nth j y 0 <= nth j x 0) ->
  zsum y <= zsum x /\ forall j, nth j y 0 < nth j x 0 -> zsum y < zsum x.
Proof.
  induction x as [|a x IH]; intros [|b y] L H; simpl in L; try lia; cbn [zsum].
  - split; [lia|]. intros [|j]; simpl; lia.
  - destruct (IH y) as [I1 I2]; try lia. { intros j. exact (H (S j)). }
    pose proof (H O) as H0. simpl in H0. split. lia. intros [|j]; simpl; intros S. lia. specialize (I2 j S). lia.
Qed.
Lemma take_below h ts x y : forallb (take_ok h) ts = true -> move h ts x y ->
  (forall j, nth j y 0 <= nth j x 0) /\ exists j, nth j y 0 < nth j x 0.
Proof.
  rewrite forallb_forall. intros OK ([LX PX] & [LY PY] & t & I & l & value & C & T & K & _).
  specialize (OK t I). pose proof OK as OK'. unfold take_ok in OK'. do 3 (apply andb_prop in OK' as [OK' ?]).
  destruct (choice_exists h t l _ OK C T) as (m & IM & T' & S).
  destruct (choice_ok h t m OK IM) as (L & B & _).
  rewrite forall2_combine in T' by auto.
  assert (forall j, In j m -> 1 <= heap j x - heap j y) as D.
  { intros j J. destruct (In_nth _ _ O J) as (p & LP & E).
    assert (In (j, nth p (amounts t) (Name 0)) (combine m (amounts t))) as IC.
    { rewrite <- E, <- combine_nth by auto. apply nth_In. rewrite combine_length. lia. }
    destruct (T' _ _ IC) as [E1 E2]. lia. }
  assert (forall j, nth j y 0 <= nth j x 0) as LE.
  { intros j. destruct (lt_dec j h) as [J|J].
    - destruct (in_dec Nat.eq_dec j m) as [M|M].
      + specialize (D j M). unfold heap in D. lia.
      + rewrite <- S in M. specialize (K j J M). unfold heap in K. lia.
    - rewrite !nth_overflow by lia. lia. }
  split; auto. destruct m as [|j m].
  { destruct (amounts t); simpl in *; [discriminate|lia]. }
  exists j. specialize (D j (or_introl eq_refl)). unfold heap in D. lia.
Qed.
Theorem take_falls h ts x y : forallb (take_ok h) ts = true -> move h ts x y -> (total y < total x)%nat.
Proof.
  intros OK M. destruct (take_below h ts x y OK M) as [B (j & S)].
  destruct M as ([LX _] & [LY PY] & _). destruct (zsum_falls x y) as [_ F]; try congruence.
  specialize (F j S). pose proof (zsum_nonneg y PY). unfold total. lia.
Qed.
