"""German."""

#: How numbers are written.
POINT, THOUSANDS, PERCENT = ",", ".", "\N{NO-BREAK SPACE}%"

#: Nouns after a number, in the singular and the plural.
NOUNS = {
    "card": ("Karte", "Karten"),
    "chip": ("Chip", "Chips"),
    "finger": ("Finger", "Finger"),
    "guest": ("Gast", "Gäste"),
    "hand": ("Hand", "Hände"),
    "higher card": ("höhere Karte", "höhere Karten"),
    "lower spade": ("niedrigeres Pik", "niedrigere Pik"),
    "more move": ("weiterer Zug", "weitere Züge"),
    "move": ("Zug", "Züge"),
    "point": ("Punkt", "Punkte"),
    "draw": ("Tausch", "Tausche"),
    "raise": ("Erhöhung", "Erhöhungen"),
    "round": ("Runde", "Runden"),
    "sampled deal": ("ausgeloste Verteilung", "ausgeloste Verteilungen"),
    "spectator": ("Zuschauer", "Zuschauer"),
    "worse move": ("schlechterer Zug", "schlechtere Züge"),
}

_ALL_GAMES = {
    "points": "Punkte",
    "Try": "Versuch",
    "{value} points": "{value} Punkte",
    "It is the only move.": "Es ist der einzige Zug.",
    "About {average} on average with {move}.": "Im Mittel etwa {average} mit {move}.",
    "About {average} on average with {move}, {second} with {other}.": (
        "Im Mittel etwa {average} mit {move}, {second} mit {other}."
    ),
    "The best moves bring about the same; the difference is within chance.": (
        "Die besten Züge bringen etwa gleich viel; der Unterschied kann Zufall sein."
    ),
    "{unit} on average over {worlds}: {moves}": "{unit} im Mittel, {worlds}: {moves}",
    "{unit} on average over {worlds}, {assumption}: {moves}": (
        "{unit} im Mittel, {worlds}, {assumption}: {moves}"
    ),
    "{move} {value}": "{move} {value}",
    "{move} {value} ± {margin}": "{move} {value} ± {margin}",
    "{move} (and {worse})": "{move} (und {worse})",
    "if all play like {bot}": "wenn alle wie {bot} spielen",
    "played on by the bots of this table, and for you by {bot}": (
        "weitergespielt von den Bots an diesem Tisch und für dich von {bot}"
    ),
}

_HEARTS = {
    "clubs": "Kreuz",
    "diamonds": "Karo",
    "hearts": "Herz",
    "spades": "Pik",
    "suit {number}": "Farbe {number}",
    "Points are bad: the fewest points win.": (
        "Punkte sind schlecht: Die wenigsten Punkte gewinnen."
    ),
    "There are {suits} suits, 0 to {last}, of the values 1 to {values}; the highest value is "
    "{values}.": (
        "Es gibt {suits} Farben, 0 bis {last}, mit den Werten 1 bis {values}; {values} ist der "
        "höchste."
    ),
    "Suit 0 is hearts: each costs a point. {special} costs {values}.": (
        "Farbe 0 ist Herz: Jede Karte kostet einen Punkt. {special} kostet {values}."
    ),
    "Everyone gets the same number of cards; leftover cards are out of play.": (
        "Alle bekommen gleich viele Karten; übrige sind nicht im Spiel."
    ),
    "1-2 opens, or the lowest card of suit 1 that was dealt.": (
        "1-2 eröffnet, sonst die niedrigste ausgeteilte Karte der Farbe 1."
    ),
    "Follow the suit led if you can; otherwise play anything.": (
        "Bediene die ausgespielte Farbe, wenn du kannst; sonst spiel, was du willst."
    ),
    "The highest card of the suit led takes the trick and leads the next.": (
        "Die höchste Karte der ausgespielten Farbe nimmt den Stich und spielt zum nächsten aus."
    ),
    "Hearts can be led after a heart or {special} was played, or if you have nothing else.": (
        "Herz darf ausspielen, wer nichts anderes hat, oder wenn schon ein Herz oder {special} "
        "gespielt wurde."
    ),
    "One deal is a game.": "Ein Spiel entscheidet.",
    "Points are bad: every heart costs 1, the queen of spades 13.": (
        "Punkte sind schlecht: Jedes Herz kostet 1, die Pik-Dame 13."
    ),
    "The lowest club opens. Follow the suit led if you can; otherwise play anything.": (
        "Das niedrigste Kreuz eröffnet. Bediene die ausgespielte Farbe, wenn du kannst; sonst "
        "spiel, was du willst."
    ),
    "The highest card of the suit led takes the trick and leads the next; ace is high.": (
        "Die höchste Karte der ausgespielten Farbe nimmt den Stich und spielt zum nächsten aus; "
        "das Ass ist am höchsten."
    ),
    "Hearts are not led before one was played, except with nothing else in hand.": (
        "Herz wird erst ausgespielt, wenn schon eines gefallen ist, oder mit nichts anderem auf "
        "der Hand."
    ),
    "Hearts are not led before one was played or the queen of spades was, except with nothing "
    "else in hand.": (
        "Herz wird erst ausgespielt, wenn schon eines oder die Pik-Dame gefallen ist, oder mit "
        "nichts anderem auf der Hand."
    ),
    "No points on the first trick, except with nothing else in hand.": (
        "Im ersten Stich fallen keine Punkte, außer mit nichts anderem auf der Hand."
    ),
    "Before a deal everyone passes three cards: left, right, across, none.": (
        "Vor jedem Spiel schieben alle drei Karten: nach links, rechts, gegenüber, gar nicht."
    ),
    "Before a deal everyone passes three cards: left, right, none.": (
        "Vor jedem Spiel schieben alle drei Karten: nach links, rechts, gar nicht."
    ),
    "Shooting the moon: if you take all points, you get none and all others get them.": (
        "Durchmarsch: Wer alle Punkte nimmt, bekommt keinen, und alle anderen bekommen sie."
    ),
    "Shooting the moon: if you take all points, they are subtracted from your score.": (
        "Durchmarsch: Wer alle Punkte nimmt, dem werden sie abgezogen."
    ),
    "There is no shooting the moon: if you take all points, you just get them.": (
        "Es gibt keinen Durchmarsch: Wer alle Punkte nimmt, bekommt sie einfach."
    ),
    "The player who takes the jack of diamonds scores 10 points less, moon or not.": (
        "Wer den Karo-Buben nimmt, bekommt 10 Punkte abgezogen, mit oder ohne Durchmarsch."
    ),
    "The match ends when someone has {target} points; the fewest win.": (
        "Die Partie endet, wenn jemand {target} Punkte hat; die wenigsten gewinnen."
    ),
    "if all cards were open and everyone played for themselves": (
        "wenn alle Karten offen wären und alle für sich spielten"
    ),
    "It is the only card you may play.": "Es ist die einzige Karte, die du spielen darfst.",
    "highest": "die höchste",
    "no. {rank} from the top": "die {rank}. von oben",
    "{card}: {height} of your {length} {suit}": "{card}: {height} deiner {length} {suit}",
    "{card}: your only card in {suit}": "{card}: deine einzige Karte in {suit}",
    "{place}.": "{place}.",
    "{place}, with no lower spade to guard it.": "{place}, ohne ein niedrigeres Pik als Schutz.",
    "{place}, with only {lower} to guard it.": "{place}, Schutz: nur {lower}.",
    "{place}, and a point in itself.": "{place}, und selbst ein Punkt.",
    "{place}; the pass makes you void there.": "{place}; damit hast du die Farbe nicht mehr.",
    "{place}, a suit that you may soon be void in.": "{place}, einer Farbe, die du bald los bist.",
    "Takes the jack of diamonds: 10 points off your score.": (
        "Nimmt den Karo-Buben: 10 Punkte weniger für dich."
    ),
    "Is the highest so far in a trick with the jack of diamonds.": (
        "Ist bisher die höchste Karte in einem Stich mit dem Karo-Buben."
    ),
    "Leads {suit}; no higher card is out, so it takes the trick.": (
        "Spielt {suit} aus; höher ist keine mehr, sie nimmt also den Stich."
    ),
    "Leads {suit}, where {higher} may be out.": "Spielt {suit} aus; noch möglich: {higher}.",
    "Leads {suit}, where {higher} may be out; hearts are broken.": (
        "Spielt {suit} aus; noch möglich: {higher}. Herz ist eröffnet."
    ),
    "Leads {suit}, where {higher} may be out; you have only hearts.": (
        "Spielt {suit} aus; noch möglich: {higher}. Du hast nur Herz."
    ),
    "Leads {suit}, where {higher} may be out; it is your lowest of {suit}.": (
        "Spielt dein niedrigstes {suit} aus; noch möglich: {higher}."
    ),
    "Discards {card} ({points}) while you are void in {suit}: another player takes it.": (
        "Wirft {card} ab ({points}), da du kein {suit} hast: Jemand anders nimmt sie."
    ),
    "Discards a heart while you are void in {suit}: another player takes the point.": (
        "Wirft ein Herz ab, da du kein {suit} hast: Jemand anders nimmt den Punkt."
    ),
    "Discards a card while you are void in {suit}: you can't take this trick.": (
        "Wirft eine Karte ab, da du kein {suit} hast: Diesen Stich nimmst du nicht."
    ),
    "Ducks under {best}: takes nothing.": "Bleibt unter {best}: nimmt nichts.",
    "Ducks under {best}, your highest card that does: takes nothing.": (
        "Bleibt unter {best}, als deine höchste Karte, die das tut: nimmt nichts."
    ),
    "costs nothing": "nichts kostet",
    "costs {points}": "{points} kostet",
    "Takes the trick, which {costs}.": "Nimmt den Stich, der {costs}.",
    "Is the highest so far in a trick that {costs} so far.": (
        "Ist bisher die höchste Karte in einem Stich, der bis jetzt {costs}."
    ),
    "You have no lower card of the suit; takes the trick, which {costs}.": (
        "Du hast keine niedrigere Karte der Farbe; sie nimmt den Stich, der {costs}."
    ),
    "You have no lower card of the suit; it is the highest so far in a trick that {costs} so "
    "far.": (
        "Du hast keine niedrigere Karte der Farbe; sie ist bisher die höchste in einem Stich, der "
        "bis jetzt {costs}."
    ),
}

_ENDS = {
    "A row of cards lies face up. Players take turns.": (
        "Eine Reihe Karten liegt offen. Ihr seid abwechselnd am Zug."
    ),
    "On your turn, take the first card of the row or the last.": (
        "Nimm die erste oder die letzte Karte der Reihe."
    ),
    "When the row is empty, the higher sum wins.": (
        "Wenn die Reihe leer ist, gewinnt die höhere Summe."
    ),
    "This row had {count} cards of {low} to {high}.": (
        "Diese Reihe hatte {count} Karten von {low} bis {high}."
    ),
    "{move}: takes {card}; if both play perfectly, the rest of the row ends {result}.": (
        "{move}: nimmt {card}; spielen beide perfekt, bringt der Rest der Reihe {result}."
    ),
    "even": "Gleichstand",
    "{points} for you": "{points} Vorsprung",
    "{points} against you": "{points} Rückstand",
    "if both play perfectly afterwards": "wenn danach beide perfekt spielen",
}

_CHOPSTICKS = {
    "wins": "gewinnt",
    "ties": "hält unentschieden",
    "loses": "verliert",
    "{move}: {result}.": "{move}: {result}.",
    "{verdict} with perfect play to the last move": (
        "{verdict}, wenn beide bis zum letzten Zug perfekt spielen"
    ),
    "{verdict} immediately": "{verdict} sofort",
    "{verdict} within {moves}, counting both": "{verdict}, höchstens {moves} beider Seiten",
    "Each player has {hands}, with {fingers} up at the start.": (
        "Jede Seite hat {hands}, am Anfang je {fingers}."
    ),
    "Tap an opponent's hand with one of yours: it grows by the fingers of your hand.": (
        "Tippe mit einer deiner Hände eine gegnerische an: Sie wächst um die Finger deiner Hand."
    ),
    "A hand that reaches {fingers} is out, a hand at 0 cannot tap or be tapped.": (
        "Eine Hand ist aus, wenn sie {fingers} erreicht; mit 0 kann sie weder tippen noch getippt "
        "werden."
    ),
    "Above {fingers} a hand rolls over; it is out at exactly {fingers}.": (
        "Über {fingers} zählt eine Hand von vorn; bei genau {fingers} ist sie aus."
    ),
    "You may not move fingers between your own hands.": (
        "Du darfst keine Finger zwischen deinen Händen verschieben."
    ),
    "Instead, an even hand may be halved into an empty one.": (
        "Stattdessen darf sich eine gerade Hand zur Hälfte in eine leere teilen."
    ),
    "Or split: move fingers between your own hands.": (
        "Oder teile: Verschiebe Finger zwischen deinen Händen."
    ),
    "Or split: move fingers between your own hands; {limits}.": (
        "Oder teile: Verschiebe Finger zwischen deinen Händen; {limits}."
    ),
    "no hand may be emptied": "keine Hand darf leer werden",
    "no hand that is out may be revived": "keine Hand, die aus ist, darf zurückkommen",
    "you may not just swap hands": "bloß vertauschen gilt nicht",
    "You lose as soon as one of your hands is out.": (
        "Du verlierst, sobald eine deiner Hände aus ist."
    ),
    "You lose when you have no hand left.": "Du verlierst, wenn du keine Hand mehr hast.",
    "After {moves} each it is a tie.": "Höchstens {moves} je Seite, dann ist es unentschieden.",
    "Misère: the player who would have lost wins.": "Verkehrt herum: Wer verloren hätte, gewinnt.",
    "half games": "halbe Partien",
    "if both play well to the last move": "wenn beide bis zum letzten Zug gut spielen",
}

_DRAW = {
    "high card": "hohe Karte",
    "one pair": "Paar",
    "two pair": "zwei Paare",
    "three of a kind": "Drilling",
    "straight": "Straße",
    "flush": "Flush",
    "full house": "Full House",
    "four of a kind": "Vierling",
    "straight flush": "Straight Flush",
    "Everyone starts with {chips} and antes {ante} every hand.": (
        "Alle beginnen mit {chips} und zahlen bei jedem Blatt {ante} Grundeinsatz."
    ),
    "Five cards each; then a betting round, a draw, another betting round, and a showdown.": (
        "Je fünf Karten; dann eine Setzrunde, ein Tausch, noch eine Setzrunde und das Aufdecken."
    ),
    "A bet or raise is {small} before the draw and {big} after it.": (
        "Einsätze und Erhöhungen sind vor dem Tausch {small}, danach {big}."
    ),
    "{cards} cards each; then betting rounds with {draws} between them, and a showdown.": (
        "Je {cards} Karten; dann Setzrunden, dazwischen {draws}, und das Aufdecken."
    ),
    "Blinds are {small} and {big}.": "Die Blinds sind {small} und {big}.",
    "Blinds are {small} and {big}, with a straddle of {straddle}.": (
        "Die Blinds sind {small} und {big}, der Straddle ist {straddle}."
    ),
    "A bet is at least {small}, in the later rounds {big}; a raise adds at least as much as the "
    "last one, and at most the pot.": (
        "Ein Einsatz ist mindestens {small}, in den späteren Runden {big}; eine Erhöhung legt "
        "mindestens so viel darauf wie die letzte und höchstens den Pot."
    ),
    "A bet is at least {small}, in the later rounds {big}; a raise adds at least as much as the "
    "last one, up to all your chips.": (
        "Ein Einsatz ist mindestens {small}, in den späteren Runden {big}; eine Erhöhung legt "
        "mindestens so viel darauf wie die letzte, bis zu allen deinen Chips."
    ),
    "The lowest hand wins: aces are high, and straights and flushes count against you. The best "
    "is 7-5-4-3-2.": (
        "Das niedrigste Blatt gewinnt: Asse sind hoch, Straßen und Flushes zählen gegen dich. Am "
        "besten ist 7-5-4-3-2."
    ),
    "The lowest hand wins: aces are low, and straights and flushes don't count. The best is "
    "5-4-3-2-A.": (
        "Das niedrigste Blatt gewinnt: Asse sind niedrig, Straßen und Flushes zählen nicht. Am "
        "besten ist 5-4-3-2-A."
    ),
    "Cards of the same rank or suit don't count together: four that differ are a badugi. More "
    "cards win, then the lowest; aces are low.": (
        "Karten von gleichem Rang oder gleicher Farbe zählen nicht zusammen: Vier verschiedene "
        "sind ein Badugi. Mehr Karten gewinnen, dann die niedrigsten; Asse sind niedrig."
    ),
    "The maximum is {raises} in each betting round.": "Höchstens {raises} in jeder Setzrunde.",
    "Fold if you don't want to call a bet. If all others fold, you win the pot.": (
        "Steig aus, wenn du bei einem Einsatz nicht mitgehen willst. Steigen alle anderen aus, "
        "gewinnst du den Pot."
    ),
    "In the draw you discard any number of cards and draw as many.": (
        "Beim Tausch wirfst du beliebig viele Karten ab und ziehst ebenso viele."
    ),
    "If you can't afford to call, you are all in and compete for the pots you paid into.": (
        "Kannst du nicht ganz mitgehen, setzt du alles und spielst um die Pots, in die du gezahlt "
        "hast."
    ),
    "Hands, low to high: high card, pair, two pair, three of a kind, straight, flush, full "
    "house, four of a kind, straight flush.": (
        "Blätter, aufsteigend: hohe Karte, Paar, zwei Paare, Drilling, Straße, Flush, Full House, "
        "Vierling, Straight Flush."
    ),
    "The match is one hand; your score is your net winnings.": (
        "Ein Blatt entscheidet; es zählt, was du unter dem Strich gewinnst."
    ),
    "The match is {hands} hands; your score is your net winnings.": (
        "Die Partie dauert {hands} Blätter; es zählt, was du unter dem Strich gewinnst."
    ),
    "equity against one hand that stands pat": (
        "Anteil am Pot gegen ein Blatt, das nichts tauscht"
    ),
    "percent": "Prozent",
    "Their bets are unusual, so any hand is taken to be possible.": (
        "Die Einsätze sind ungewöhnlich, also ist jedes Blatt möglich."
    ),
    "bet": "setzen",
    "raise": "erhöhen",
    "call": "mitgehen",
    "check": "schieben",
    "fold": "aussteigen",
    "stand pat": "alle behalten",
    "betting": "Setzen",
    "raising": "Erhöhen",
    "calling": "Mitgehen",
    "checking": "Schieben",
    "{move} {share}": "{move} {share}",
    "{hand} {share}": "{hand} {share}",
    "{one} or {other}": "{one} oder {other}",
    "It is close, so a balanced player mixes: {shares}.": (
        "Es ist knapp, also mischt, wer ausgewogen spielt: {shares}."
    ),
    "It is close: another discard may be as good.": (
        "Es ist knapp: Ein anderer Tausch kann ebenso gut sein."
    ),
    "It is close: {moves} may be as good.": "Es ist knapp: {moves} kann ebenso gut sein.",
    "Somebody is all in, and your {hand} is too little to pay for that.": (
        "Jemand hat alles gesetzt, und dein Blatt ({hand}) ist zu wenig, um das zu bezahlen."
    ),
    "Somebody is all in, and your {hand} is good enough at this price.": (
        "Jemand hat alles gesetzt, und dein Blatt ({hand}) ist bei diesem Preis gut genug."
    ),
    "Checking is free.": "Schieben kostet nichts.",
    "No card is worth keeping.": "Keine Karte lohnt das Behalten.",
    "Keep {cards}: they go best together.": "Behalte {cards}: Sie passen am besten zusammen.",
    "Your {hand} is too little for this price.": (
        "Dein Blatt ({hand}) ist zu schwach für diesen Preis."
    ),
    "Your {hand} is good enough at this price.": (
        "Dein Blatt ({hand}) ist bei diesem Preis gut genug."
    ),
    "With your {hand}, you want a larger pot.": (
        "Mit deinem Blatt ({hand}) willst du einen größeren Pot."
    ),
    "{value} chips from here": "{value} Chips von hier an",
    "chips from here": "Chips von hier an",
    "against the hands they play this way": "gegen die Blätter, die sie so spielen",
    "you win about {equity} of showdowns against the hands they play this way": (
        "gegen die Blätter, die sie so spielen, gewinnst du beim Aufdecken etwa {equity}"
    ),
    "Too expensive: {wins}, and a call needs {needed}.": (
        "Zu teuer: {wins}, und zum Mitgehen brauchst du {needed}."
    ),
    "Playing on loses chips on average: there are more bets to come.": (
        "Weiterspielen kostet im Mittel Chips: Es kommen noch Einsätze."
    ),
    "You have little to win here, and more bets are to come.": (
        "Hier ist wenig zu gewinnen, und es kommen noch Einsätze."
    ),
    "The price is right: {wins}, and a call needs only {needed}.": (
        "Der Preis stimmt: {wins}, und zum Mitgehen brauchst du nur {needed}."
    ),
    "The bets to come make up for the price: {brings}.": (
        "Die kommenden Einsätze gleichen den Preis aus: {brings}."
    ),
    "The bets to come can make up for the price.": (
        "Die kommenden Einsätze können den Preis ausgleichen."
    ),
    "It is free, and {brings}.": "Es kostet nichts, und {brings}.",
    "It is free, and you can still call or raise.": (
        "Es kostet nichts, und du kannst immer noch mitgehen oder erhöhen."
    ),
    "You are ahead: {wins}.": "Du liegst vorn: {wins}.",
    "You are ahead: {wins}, where an equal share is {fair}.": (
        "Du liegst vorn: {wins}; ein gleicher Anteil wäre {fair}."
    ),
    "A bluff: {wins}, but about {folds} of the time they fold.": (
        "Ein Bluff: {wins}, aber in etwa {folds} der Fälle steigen alle aus."
    ),
    "They have folded to {folds} of {bets} bets ({low} to {high}): bluffing pays.": (
        "Nach {folds} von {bets} Einsätzen sind sie ausgestiegen ({low} bis {high}): Bluffen "
        "lohnt sich."
    ),
    "They have folded to only {folds} of {bets} bets ({low} to {high}): don't bluff.": (
        "Nur nach {folds} von {bets} Einsätzen sind sie ausgestiegen ({low} bis {high}): nicht "
        "bluffen."
    ),
    "The pot is worth fighting for: {brings}.": "Um den Pot lohnt es sich zu kämpfen: {brings}.",
    "Now and then it pays to bet such a hand, so that your bets stay hard to read.": (
        "Ab und zu lohnt es sich, so ein Blatt zu setzen, damit man dich schwer durchschaut."
    ),
    "You keep your {hand} and show strength.": "Du behältst alles ({hand}) und zeigst Stärke.",
    "Draw five new cards: you end up with {hands}.": "Zieh fünf neue Karten, das ergibt: {hands}.",
    "Keep {cards}: you end up with {hands}.": "Behalte {cards}, das ergibt: {hands}.",
    "{doing} breaks even": "{doing} bringt weder Gewinn noch Verlust",
    "{doing} wins about {chips} on average": "{doing} gewinnt im Mittel etwa {chips}",
    "{doing} loses about {chips} on average": "{doing} verliert im Mittel etwa {chips}",
    "{number} chips": "{number} Chips",
    "1 chip": "1 Chip",
}

_PRESIDENT = {
    "tens": "Zehnen",
    "jacks": "Buben",
    "queens": "Damen",
    "kings": "Könige",
    "aces": "Asse",
    "Tens": "Zehnen",
    "Jacks": "Buben",
    "Queens": "Damen",
    "Kings": "Könige",
    "Aces": "Asse",
    "one": "eine",
    "two": "zwei",
    "three": "drei",
    "four": "vier",
    "one card": "eine Karte",
    "pair": "Paar",
    "four and one": "Vierling mit Beikarte",
    "Four of a kind": "Vierlinge",
    "Four of a kind plus one": "Vierlinge mit Beikarte",
    "one to four cards of a rank": "eine bis vier Karten eines Ranges",
    "{most} or {last} cards of a rank": "{most} oder {last} Karten eines Ranges",
    "{one} {next}": "{one} {next}",
    "Be the first to get rid of your cards.": "Werde deine Karten als Erste oder Erster los.",
    "Be the first to get rid of your cards: that ends the round.": (
        "Werde deine Karten als Erste oder Erster los: Das beendet die Runde."
    ),
    "3 is the lowest rank, then 4 up to king, ace and 2; within a rank diamonds are lowest, "
    "then clubs, hearts and spades.": (
        "Die 3 ist am niedrigsten, dann 4 bis König, Ass und 2; bei gleichem Rang zählt die Farbe: "
        "Karo, Kreuz, Herz, Pik."
    ),
    "3 is the lowest rank, then 4 up to king, ace and 2; no suit is higher.": (
        "Die 3 ist am niedrigsten, dann 4 bis König, Ass und 2; keine Farbe ist höher."
    ),
    "Cards that are left over are dealt too.": "Auch übrige Karten werden ausgeteilt.",
    "Lead {cards}.": "Spiel {cards} aus.",
    "Lead {cards}, or five: {kinds}.": "Spiel {cards} aus oder fünf: {kinds}.",
    "Of five cards the higher kind wins; else the highest card, triple or four decide.": (
        "Von fünf Karten gewinnt die höhere Art; sonst entscheidet die höchste Karte, der Drilling "
        "oder der Vierling."
    ),
    "equal or higher cards": "gleich hohen oder höheren Karten",
    "cards of a higher rank": "Karten eines höheren Ranges",
    "higher cards": "höheren Karten",
    "The next player beats that with as many {cards}.": (
        "Die Nächsten schlagen das mit ebenso vielen {cards}."
    ),
    "Only those who have none may pass.": "Passen darf nur, wer keine hat.",
    "A player who passes may come back later.": "Wer passt, darf später wieder mitspielen.",
    "A player who passes is out of this pile.": "Wer passt, ist bei diesem Stapel draußen.",
    "When nobody else is in it, the last to play leads.": (
        "Ist sonst niemand mehr dabei, spielt aus, wer zuletzt gespielt hat."
    ),
    "When all others pass, the last to play leads.": (
        "Passen alle anderen, spielt aus, wer zuletzt gespielt hat."
    ),
    "{ranks} alone clear the pile: who plays them leads again.": (
        "{ranks} allein räumen den Stapel ab: Wer sie spielt, spielt wieder aus."
    ),
    "Four of a kind, also plus one, turn the order of the ranks around for the rest of the "
    "round.": ("Vierlinge, auch mit Beikarte, drehen die Reihenfolge für den Rest der Runde um."),
    "{kind} turn the order of the ranks around for the rest of the round.": (
        "{kind} drehen die Reihenfolge für den Rest der Runde um."
    ),
    "The lowest card dealt opens.": "Die niedrigste ausgeteilte Karte eröffnet.",
    "The first seat leads.": "Platz 1 spielt aus.",
    "The lowest card dealt opens every round.": (
        "Die niedrigste ausgeteilte Karte eröffnet jede Runde."
    ),
    "The lowest card dealt opens the first round.": (
        "Die niedrigste ausgeteilte Karte eröffnet die erste Runde."
    ),
    "The first seat leads the first round.": "In der ersten Runde spielt Platz 1 aus.",
    "Later the lowest card dealt opens.": "Später eröffnet die niedrigste ausgeteilte Karte.",
    "Later the President leads.": "Später spielt der Präsident aus.",
    "Later the Bum leads.": "Später spielt der Bettler aus.",
    "Places make the roles: first President, last Bum.": (
        "Die Plätze ergeben die Rollen: Erster Präsident, Letzter Bettler."
    ),
    "Places make the roles: first President, last Bum, next to them the vices.": (
        "Die Plätze ergeben die Rollen: Erster Präsident, Letzter Bettler, neben ihnen die Vizes."
    ),
    "{cards}, the vices {fewer}": "{cards}, die Vizes {fewer}",
    "{cards} between the vices": "{cards} zwischen den Vizes",
    "Before each round but the first they trade {cards}: the upper side names ranks, gets the "
    "lower side's highest card of each, and gives back any.": (
        "Vor jeder Runde außer der ersten tauschen sie {cards}: Die obere Seite nennt Ränge, "
        "bekommt die jeweils höchste Karte der unteren und gibt beliebige zurück."
    ),
    "Before each round but the first they trade {cards}: the upper side gets the lower side's "
    "highest cards, and gives back any.": (
        "Vor jeder Runde außer der ersten tauschen sie {cards}: Die obere Seite bekommt die "
        "höchsten Karten der unteren und gibt beliebige zurück."
    ),
    "{rounds}; the places are added up, and the lowest sum wins.": (
        "{rounds}; die Plätze werden addiert, und die kleinste Summe gewinnt."
    ),
    "{rounds}; everyone left pays the winner a point a card, twice that from 10 cards on, three "
    "times if none was played; the highest score wins.": (
        "{rounds}; alle anderen zahlen einen Punkt je Karte, ab 10 Karten das Doppelte, das "
        "Dreifache, wenn sie keine gespielt haben; die meisten Punkte gewinnen."
    ),
    "{ranks} are the highest available: you hold {held} of four.": (
        "{ranks} sind die höchsten, die es gibt: Du hast {held} von vier."
    ),
    "{ranks}: you hold {held} of four.": "{ranks}: Du hast {held} von vier.",
    "Nothing in your hand beats {cards}.": "Nichts auf deiner Hand schlägt {cards}.",
    "Passing keeps your hand together, which takes {moves}: {line}.": (
        "Passen hält deine Hand zusammen; sie braucht {moves}: {line}."
    ),
    "It empties your hand.": "Damit ist deine Hand leer.",
    "Not the shortest way out, but better on average; {moves} after it: {line}.": (
        "Nicht der kürzeste Weg, aber im Mittel besser; danach {moves}: {line}."
    ),
    "Your hand takes {now} now and {after} after it: {line}.": (
        "Deine Hand braucht jetzt {now} und danach {after}: {line}."
    ),
    "moves": "Züge",
    "to empty your hand if nobody beats them": (
        "bis deine Hand leer ist, wenn niemand etwas schlägt"
    ),
    "place": "Platz",
    "place {value}": "Platz {value}",
}

_CHARACTERS = {
    "Learned the rules this morning.": "Hat die Regeln heute früh gelernt.",
    "Looks out of the window a lot.": "Schaut viel aus dem Fenster.",
    "Is mostly here for the snacks.": "Ist vor allem wegen der Kekse hier.",
    "Plays the card she likes best.": "Spielt die Karte, die ihr am besten gefällt.",
    "Blames the cards.": "Gibt den Karten die Schuld.",
    "Asks whose turn it is.": "Fragt, wer dran ist.",
    "Counts on his fingers, and gets it right.": "Zählt an den Fingern ab, und zwar richtig.",
    "Has played every Sunday for years.": "Spielt seit Jahren jeden Sonntag.",
    "Would rather lose than wait.": "Verliert lieber, als zu warten.",
    "Keeps her good cards for later.": "Hebt sich die guten Karten auf.",
    "Grumbles when he wins, too.": "Brummt auch, wenn er gewinnt.",
    "Hums while she thinks.": "Summt beim Nachdenken.",
    "Remembers what you played.": "Merkt sich, was du gespielt hast.",
    "Never shows what he holds.": "Lässt sich nicht in die Karten schauen.",
    "Waits for your mistake.": "Wartet auf deinen Fehler.",
    "Knows when to take a risk.": "Weiß, wann sich ein Wagnis lohnt.",
    "Won the club three years in a row.": "Hat dreimal in Folge den Verein gewonnen.",
    "Smiles at the wrong moment on purpose.": "Lächelt absichtlich im falschen Moment.",
    "Has already thought of that.": "Hat daran schon gedacht.",
    "Sees the end from the beginning.": "Sieht vom Anfang bis zum Ende.",
    "Knows what you hold better than you do.": "Kennt deine Karten besser als du.",
    "Does not guess.": "Rät nicht.",
    "Looks absent, and is not.": "Wirkt abwesend und ist es nicht.",
    "Has never been surprised.": "War noch nie überrascht.",
}

_SERVER = {
    "There is no such file.": "Diese Datei gibt es nicht.",
    "There is nothing at '{path}'.": "Unter „{path}“ gibt es nichts.",
    "Only pages of this server may do that.": "Das dürfen nur Seiten dieses Servers.",
    "This server doesn't answer to this name.": "Unter diesem Namen antwortet der Server nicht.",
    "Too many codes from your network. Wait a minute, then try again.": (
        "Zu viele Codes aus deinem Netz. Warte eine Minute und versuche es noch einmal."
    ),
    "There is no open room with this code. Codes expire after an hour.": (
        "Zu diesem Code gibt es keinen offenen Raum. Codes gelten eine Stunde."
    ),
    "This {what} can't be opened: its saved data is damaged.": (
        "Das lässt sich nicht öffnen ({what}): Die gespeicherten Daten sind beschädigt."
    ),
    "replay": "Aufzeichnung",
    "room": "Raum",
    "The server could not {verb} this. Please try again.": (
        "Der Server konnte das nicht {verb}. Bitte versuche es noch einmal."
    ),
    "read": "lesen",
    "save": "speichern",
    "You can't undo here: cards have been revealed.": (
        "Hier kannst du nichts zurücknehmen: Es wurden schon Karten gezeigt."
    ),
    "expected a decision from 0 to {last}, found {count}": (
        "Es gibt die Entscheidungen 0 bis {last}, nicht {count}."
    ),
    "expected a move from 0 to {last}, found {count}": (
        "Es gibt die Züge 0 bis {last}, nicht {count}."
    ),
    "expected at least one seat": "Es muss mindestens ein Platz sein.",
    "expected hello sooner": "Die Verbindung kam zu langsam zustande.",
    "seat {place} is taken": "Platz {place} ist besetzt.",
    "seat {place} is taken by a person": "Auf Platz {place} sitzt ein Mensch.",
    "spectators have no token": "Wer zuschaut, hat kein Token.",
    "the game is already paused": "Das Spiel ist schon angehalten.",
    "the game is already running": "Das Spiel läuft schon.",
    "the room has changed": "Der Raum hat sich geändert.",
    "there is no '{name}' in this room": "In diesem Raum gibt es „{name}“ nicht.",
    "there is no person at seat {place}": "Auf Platz {place} sitzt kein Mensch.",
    "this room is full: it takes at most {places}": "Dieser Raum ist voll: höchstens {places}.",
    "this room is full: {most} people are here": "Dieser Raum ist voll: {most} Leute sind hier.",
    "this server is full: it has {rooms} rooms": "Dieser Server ist voll: Er hat {rooms} Räume.",
    "this token is not known in this room": "Dieses Token ist in diesem Raum nicht bekannt.",
    "too many {what}, expected at most {rate} a second": (
        "Zu viel auf einmal ({what}), höchstens {rate} in der Sekunde."
    ),
    "chat messages": "Nachrichten im Chat",
    "codes": "Codes",
    "connections": "Verbindungen",
    "control frames": "Kontrollnachrichten",
    "invitations": "Einladungen",
    "messages": "Nachrichten",
    "new rooms": "neue Räume",
    "questions": "Fragen",
    "requests": "Anfragen",
    "there is no such room: it may have expired": (
        "Diesen Raum gibt es nicht: Vielleicht ist er abgelaufen."
    ),
    "there is no such replay: it may have expired": (
        "Diese Aufzeichnung gibt es nicht: Vielleicht ist sie abgelaufen."
    ),
    "Something went wrong on the server. Please try again.": (
        "Auf dem Server ist etwas schiefgegangen. Bitte versuche es noch einmal."
    ),
    "The request took too long to arrive.": "Die Anfrage kam zu langsam an.",
    "There are too many connections from your network.": (
        "Aus deinem Netz gibt es zu viele Verbindungen."
    ),
    "This room is locked. Unlock it to invite people.": (
        "Dieser Raum ist geschlossen. Öffne ihn, um Leute einzuladen."
    ),
    "Please enter a {what}.": "Bitte gib etwas ein: {what}.",
    "This {what} has characters that can't be displayed.": (
        "Das enthält Zeichen, die nicht angezeigt werden können: {what}."
    ),
    "This {what} is too long: use at most {longest} characters.": (
        "Das ist zu lang: {what}, höchstens {longest} Zeichen."
    ),
    "name": "Name",
    "message": "Nachricht",
    "'{name}' is already taken in this room": "„{name}“ heißt in diesem Raum schon jemand",
    "a seat is open: expected a person or a bot at every seat": (
        "Ein Platz ist noch frei: An jedem muss ein Mensch oder ein Bot sitzen."
    ),
    "every seat of this room is taken": "In diesem Raum sind alle Plätze besetzt.",
    "it is not your turn": "Du bist nicht am Zug.",
    "join the room first": "Komm zuerst in den Raum.",
    "no game is in progress": "Gerade läuft kein Spiel.",
    "no undo was requested": "Niemand möchte einen Zug zurücknehmen.",
    "no undo: you have not moved yet": "Du hast noch keinen Zug gemacht.",
    "only the host of the room may do that": "Das darf nur, wer den Raum eröffnet hat.",
    "spectators can only watch": "Wer zuschaut, kann nur zuschauen.",
    "the game has begun already": "Das Spiel hat schon begonnen.",
    "the game has begun: its seats are taken until it is over": (
        "Das Spiel hat begonnen: Bis zum Ende sind alle Plätze besetzt."
    ),
    "the game has begun: leave the room to give up your seat": (
        "Das Spiel hat begonnen: Verlass den Raum, um deinen Platz aufzugeben."
    ),
    "the game has moved on": "Das Spiel ist schon weiter.",
    "the game has moved on: ask again": "Das Spiel ist schon weiter: Frag noch einmal.",
    "the game is not over: its record would show every card": (
        "Das Spiel läuft noch: Die Aufzeichnung würde alle Karten zeigen."
    ),
    "the game is not over: its replay shows every card": (
        "Das Spiel läuft noch: Die Aufzeichnung zeigt alle Karten."
    ),
    "the game is over": "Das Spiel ist zu Ende.",
    "the game is paused": "Das Spiel ist angehalten.",
    "the host can't be removed, but may leave": (
        "Wer den Raum eröffnet hat, kann gehen, aber nicht entfernt werden."
    ),
    "the host has closed this room to new people": "Dieser Raum nimmt niemanden mehr auf.",
    "the host has switched hints off": "In diesem Raum sind Tipps ausgeschaltet.",
    "the host has asked all spectators to leave": "Alle, die zuschauen, wurden gebeten zu gehen.",
    "the host has removed you from this room": "Du wurdest aus diesem Raum entfernt.",
    "the odds are shown after the hand": "Die Chancen werden nach dem Blatt gezeigt.",
    "there are no odds yet: you have not discarded": (
        "Es gibt noch keine Chancen: Du hast noch nichts abgeworfen."
    ),
    "this room is full: others are waiting to get in": (
        "Dieser Raum ist voll: Andere warten schon."
    ),
    "too many messages": "Zu viele Nachrichten",
    "too many questions at once: wait for the answers": (
        "Zu viele Fragen auf einmal: Warte auf die Antworten."
    ),
    "wait until your other review is done": "Warte, bis deine andere Auswertung fertig ist.",
    "too many games are being reviewed: try again later": (
        "Es werden zu viele Spiele ausgewertet: Versuch es später noch einmal."
    ),
    "you are already in this room": "Du bist schon in diesem Raum.",
    "you are not playing": "Du spielst nicht mit.",
    "you have already decided": "Du hast dich schon entschieden.",
    "you have no seat at this table": "Du hast keinen Platz an diesem Tisch.",
    "you opened this room in another window": (
        "Du hast diesen Raum in einem anderen Fenster geöffnet."
    ),
}

_REVIEWS = {
    "expected a seat from 0 to {last}, found {seat}": (
        "Plätze gibt es von 0 bis {last}, nicht {seat}."
    ),
    "games": "Spiele",
    "places": "Plätze",
    "chips": "Chips",
    "better than the average of the table, in each deal": (
        "besser als der Durchschnitt am Tisch, pro Spiel"
    ),
    "better than the average of the table, in each round": (
        "besser als der Durchschnitt am Tisch, pro Runde"
    ),
    "fewer than the average of the table, in each deal": (
        "weniger als der Durchschnitt am Tisch, pro Spiel"
    ),
    "more than the opponent": "mehr als der Gegner",
    "won, and half of those that end in a tie": "gewonnen, Unentschieden zählen halb",
    "won in each hand": "gewonnen, pro Hand",
    "if everybody plays on like {bot}": "wenn alle wie {bot} weiterspielen",
    "if both play perfectly afterwards": "wenn danach beide perfekt spielen",
    "if both play perfectly to the last move": "wenn beide bis zum letzten Zug perfekt spielen",
    "the equilibrium (nash)": "das Gleichgewicht (nash)",
    "against {name}, on the hands that it would have played this way": (
        "gegen {name}, mit den Händen, die es so gespielt hätte"
    ),
    "{outcome} in {often} of the deals with {best}, in {rarely} with {move}": (
        "{outcome}: bei {often} der Verteilungen mit {best}, bei {rarely} mit {move}"
    ),
    "your hand takes {few} after {best}, {many} after {made}": (
        "deine Hand braucht nach {best} noch {few}, nach {made} {many}"
    ),
    "{move} {verdict} if both play perfectly": "{move} {verdict}, wenn beide perfekt spielen",
    "{move} takes {card} and ends {margin} if both play perfectly": (
        "{move} nimmt {card} und führt zu {margin}, wenn beide perfekt spielen"
    ),
    "{move} {reason}": "{move} {reason}",
    "your equity against a hand that stands pat is {best}% with {move}, {made}% with {other}": (
        "deine Equity gegen eine Hand, die nicht tauscht, ist {best} % mit {move}, {made} % mit "
        "{other}"
    ),
    "you take 13 points or more": "du nimmst 13 Punkte oder mehr",
    "you take no points": "du nimmst keine Punkte",
    "you shoot the moon": "dir gelingt ein Durchmarsch",
    "another player shoots the moon": "einem anderen gelingt ein Durchmarsch",
    "you come first": "du wirst Erster",
    "you come last": "du wirst Letzter",
    "you win chips": "du gewinnst Chips",
    "you lose chips": "du verlierst Chips",
}

#: Names of rules, as the lobby calls them.
_RULE_NAMES = {
    "ante": "Grundeinsatz",
    "big_bet": "Einsatz nach dem Tausch",
    "count": "Anzahl der Karten",
    "fingers": "Finger",
    "a second hand": "eine zweite Hand",
    "halves_only": "Nur halbieren",
    "hands": "Anzahl der Hände oder Blätter",
    "players": "Mitspieler",
    "raises": "Erhöhungen",
    "revive": "Hände zurückholen",
    "rounds": "Runden",
    "small_bet": "Einsatz vor dem Tausch",
    "splits": "Teilen",
    "stack": "Chips zu Beginn",
    "start": "Finger zu Beginn",
    "suits": "Farben",
    "swaps": "Tauschen",
    "target": "Spielen bis",
    "values": "Karten je Farbe",
}

_REFUSALS = {
    "{option} requires {other}": "„{option}“ geht nur mit „{other}“.",
    "{option} and {other} exclude each other": "„{option}“ und „{other}“ schließen sich aus.",
    "{option} {value}: expected {low} to {high}": "{option}: {low} bis {high}, nicht {value}.",
    "{option} = {value}: expected {low} to {high}": "{option}: {low} bis {high}, nicht {value}.",
    "{option}: expected a whole number from {low} to {high}, found {value}": (
        "{option}: eine ganze Zahl von {low} bis {high}, nicht {value}."
    ),
    "{option}: expected at most {high} here, found {value}": (
        "{option}: hier höchstens {high}, nicht {value}."
    ),
    "{option}: expected {low} to {high}, found {value}": (
        "{option}: {low} bis {high}, nicht {value}."
    ),
    "players = {value}: expected at most one for each of the {cards} cards": (
        "{value} Mitspieler sind mehr als die {cards} Karten."
    ),
    "target = {value}: expected 1 to {high}, or none for one deal": (
        "Gespielt wird bis 1 bis {high} Punkte, nicht bis {value}."
    ),
    "{suits} suits of {values} values: expected at most {most} cards": (
        "{suits} Farben mit je {values} Karten sind zu viele: höchstens {most} Karten."
    ),
    "{cards} cards from {low} to {high}: expected low <= high, fewer than 2**32 values, and sums "
    "that fit in 64 bits": (
        "{cards} Karten von {low} bis {high} gibt es nicht: Die kleinste Zahl darf nicht größer "
        "als die größte sein."
    ),
    "kinds: expected 'one card' among them, so that the leader always has a move": (
        "Einzelne Karten müssen erlaubt sein, damit immer jemand ausspielen kann."
    ),
    "exchanged = 0, trade = '{trade}': expected at least one card, or trade = 'none'": (
        "Wenn getauscht wird ({trade}), dann mindestens eine Karte."
    ),
    "expected at most {most} seats, found {seats}": "Höchstens {most} Plätze, nicht {seats}.",
    "{rules_error}": "Mit diesen Regeln kann nicht gespielt werden.",
    "{move_error}": "Dieser Zug geht hier nicht.",
    "{hand_error}": "Diese Karten ergeben kein Blatt: fünf verschiedene, wie 9d Td 6c Qc 8h.",
}

#: The patterns of all texts.
PHRASES = {
    **_ALL_GAMES,
    **_HEARTS,
    **_ENDS,
    **_CHOPSTICKS,
    **_DRAW,
    **_PRESIDENT,
    **_REVIEWS,
    **_CHARACTERS,
    **_RULE_NAMES,
    **_REFUSALS,
    **_SERVER,
}
