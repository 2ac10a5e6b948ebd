import type { NewsWords } from '../words/news-words.ts';
import type { StatementWords } from '../words/statement-words.ts';

const SAID = String.raw`(?:aussagen?|berichte?|meldung(?:en)?|mitteilung(?:en)?|angaben?|artikel|zahlen?|darstellung(?:en)?|behauptung(?:en)?)`;

/** German words of the news. */
export const deNews: NewsWords = {
  opinionPaths: 'meinung(?:en)?|kommentare?|leitartikel|kolumnen?|gastbeitr(?:ag|aege)',
  opinionTitles: 'meinung|kommentar|leitartikel|kolumne|gastbeitrag|glosse',
  opinionTitleEnds: 'meinung|kommentar|kolumne',
  opinions: String.raw`ich|wir (?:glauben|denken|meinen|hoffen)|meiner (?:meinung|ansicht) nach|unserer (?:meinung|ansicht) nach|sollten?|müssten?|wäre|leider|hoffentlich|zum glück|erfreulicherweise|bedauerlicherweise|skandal(?:ös)?|schande|unsinn|katastrophal|inakzeptabel|schlimmste[nrs]?|hofft|hoffen|glaubt|zweifellos|gespannt|höchste zeit|scheint|scheinen|findet, dass|kritiker sagen`,
  forecasts: String.raw`könnten?|dürften?|voraussichtlich|vermutlich|wahrscheinlich|möglicherweise|womöglich|vielleicht|rechnet|rechnen mit|erwarte[nt]|prognostiziert|warnt|droht|drohen`,
  drifts: String.raw`(?:wird|werden)\s(?:[^.;]{0,60}\s)?(?:steigen|sinken|wachsen|fallen|zunehmen|abnehmen|bleiben|erreichen)`,
  advice: String.raw`abonnieren|lesen sie|jetzt anmelden|melden sie sich|klicken|folgen sie|fragen und antworten|ihre?[nmrs]?(?=\s+(?:vertrag|daten))`,
  decided: String.raw`kündigte|angekündigt|kündigt|beschloss|beschlossen|beschließt|beschlossene?|entschied|entschieden|urteilte|plant`,
  newsDeeds: String.raw`ge\p{L}{2,}(?:t|en)|(?:hat|haben|hatte|hatten|wurden?|ist|sind|war|waren)\s(?:[^.;]{0,120}\s)?(?:\p{L}{0,8}ge\p{L}{2,}(?:t|en)|(?:be|ver|er|ent|zer|wider|unter|über)\p{L}{2,}(?:t|en)|\p{L}{3,}iert)|(?:be|ver|er|ent|zer)\p{L}{2,}ten?|\p{L}{3,}ierten?|stieg|sank|fiel|fielen|sanken|stiegen|begann|schloss|gab|gaben|nahm|nahmen|legte|erhielt|erhielten|lag|ging|gingen|kam|kamen|verlor|gewann|hob|trat|zog|zogen|verbot|verschob|wies|brach|rief|schrieb|fand|traf|trafen|brachte|teilte`,
  views: 'schlüssel z|frage de[rs]',
  timeOpenings: '(?:diese[rsn]?) (?:woche|monat|jahr)',
  retractions: [
    String.raw`(?:korrigier\p{L}*|berichtig\p{L}*|widerr[ui]e?f\p{L}*)\s+(?:\p{L}+\s+){0,4}${SAID}`,
    String.raw`${SAID}\s+(?:[^.;]{0,60}\s)?(?:korrigiert|berichtigt|widerrufen|zurückgezogen|zurückgenommen)`,
    String.raw`(?:zieht|zog|zogen|nimmt|nahm)\s+(?:[^.;]{0,40}\s)?${SAID}\s+(?:[^.;]{0,60}\s)?zurück`,
    String.raw`in\s+einer\s+früheren\s+(?:version|fassung)`,
  ],
  correctionTitles: 'korrektur|berichtigung|richtigstellung',
  decisiveWords: String.raw`nicht|nie|niemals|ohne|keine?[mnrs]?|un(?=\p{L})`,
};

/** German words by which statements are compared. */
export const deStatements: StatementWords = {
  events: {
    approval: [
      'genehmigt*|billigt*|stimmt … zu|stimmte … zu|stimmten … zu|zugestimmt|verabschiedet*|zugelassen|freigegeben|bewilligt*|erhielt … genehmigung|erhielt … zulassung|erteilt* … genehmigung|erteilt* … zulassung',
      'lehnt … ab|lehnte … ab|lehnten … ab|lehnen … ab|abgelehnt|untersagt*|widerruft|widerrief|widerrufen|verweigert*|blockiert*|kippt*|gekippt|verbot|verboten|verbietet|entzog|entzieht|entzogen',
    ],
    operation: [
      'in betrieb|startet*|starten|begann|begonnen|beginnt|eröffnet*|nimmt … auf|nahm … auf|nehmen … auf|nahmen … auf|aufgenommen|setzt … fort|setzte … fort|fortgesetzt|fortgeführt|wiederaufgenommen',
      'stellt … ein|stellte … ein|stellen … ein|stellten … ein|eingestellt|setzt … aus|setzte … aus|setzen … aus|setzten … aus|ausgesetzt|stoppt*|gestoppt|schließt|schloss|geschlossen|bricht … ab|brach … ab|abgebrochen|sagt … ab|sagte … ab|abgesagt|legt … still|legte … still|stillgelegt|beendet*',
    ],
    contract: [
      'unterzeichnet*|unterschrieb|unterschreibt|unterschrieben|vereinbart*|einigt* … sich|einigten … sich',
      'kündigt … vertrag|kündigte … vertrag|gekündigt|zog … zurück|zieht … zurück|zurückgezogen',
    ],
    construction: [
      'baut|bauen|baute|gebaut|errichte*|investier*',
      'verwirft|verwarf|verworfen|gibt … auf|gab … auf|aufgegeben|storniert*',
    ],
    amount: [
      'erhöht*|hebt … an|hob … an|angehoben|steigt|stieg|stiegen|gestiegen|wuchs|wächst|gewachsen|kletter*|schafft … stellen|schuf … stellen',
      'senkt*|gesenkt|sank|sanken|sinkt|gesunken|fiel|fielen|fällt|gefallen|kürzt*|gekürzt|streicht … stellen|strich … stellen|gestrichen|baut … ab|baute … ab|abgebaut|verringert*',
    ],
    restriction: [
      'verhängt*|führt … ein|führte … ein|eingeführt|gelten|erhebt',
      'hebt … auf|hob … auf|heben … auf|hoben … auf|aufgehoben|abgeschafft|schafft … ab|schaffte … ab',
    ],
    extension: ['verlänger*', 'läuft … aus|lief … aus|ausgelaufen'],
    office: [
      'ernennt|ernannt*|berief|beruft|berufen|gewählt|wählt*',
      'entlässt|entließ|entlassen|abberufen|tritt … zurück|trat … zurück|zurückgetreten',
    ],
    schedule: [
      'planmäßig|wie geplant|termingerecht|vorgezogen|zieht … vor',
      'verschiebt|verschob|verschoben|verzögert*|vertagt*|später als geplant',
    ],
    contest: ['gewann|gewinnt|gewonnen|siegt*', 'verlor|verliert|verloren|unterlag|unterliegt'],
    confirmation: [
      'bestätigt*',
      'dementiert*|bestreitet|bestritt|bestritten|strikes down|struck down|overturn*|quash*|hebt … auf|hob … auf|aufgehoben',
    ],
    ownership: ['kauft*|gekauft|übernimmt|übernahm|übernommen|erwarb|erwirbt|erworben', 'verkauft*|veräußert*'],
  },
  eventDenials: String.raw`nicht(?!\s+nur)|nie|niemals|keine?[mnrs]?|weder`,
  eventDenialsBehind: String.raw`nicht(?!\p{L}|\s+nur)`,
  verbParticles: 'ab|an|auf|aus|ein|fort|still|vor|zu|zurück|sich',
  tellingVerbs:
    'teilte|teilten|sagte|sagten|erklärte|erklärten|berichtete|berichteten|meldete|meldeten|bestätigte|bestätigten|schrieb|schrieben',
  tellingLeads: 'wie',
  tellers: String.raw`laut\s|so\s(?=(?:der|die|das)\s)`,
  leadingTellingVerbs: 'sagte|erklärte|berichtete|meldete|bestätigte|teilte',
  thatWords: 'dass',
  takenBackLeads: 'dass|wonach',
  newsWords:
    'sagte sagt teilte mitteilte mitgeteilt erklärte laut zufolge sprecher sprecherin angaben bericht berichtete gab bekannt montag dienstag mittwoch donnerstag freitag samstag sonntag heute gestern morgen woche monat jahr auch bereits schon unternehmen konzern firma wieder beschluss plan unveränd',
  planned: 'soll|sollen|plant|planen|wollen',
  done: 'hat|haben|hatte|wurden?',
  agentVerbs: 'hat|haben|hatte|hatten|ist|sind|war|waren|wird|werden|wurde|wurden|will|soll|sollen',
  passives: 'wird|werden|wurde|wurden|worden',
  by: 'von|vom|durch',
  agentBorders: 'für|am|auf|zu|in',
  placeLeads: 'bei|im|am|auf|nach|vor|mit|aus|für|an|in|seit|wegen|trotz',
  inForce: String.raw`beträgt|betragen|kostet|liegt bei|(?:setzte|legte)\s(?:(?![.;]).){2,80}?\sfest|festgesetzt|festgelegt`,
  deeds: String.raw`ge\p{L}{2,}(?:t|en)`,
  subordinators: 'nachdem|bevor|weil|obwohl|während',
  nameContext: String.raw`(?<=(?<!\p{L})(?:in|bei|aus|nach|von)\s{1,20})\p{Lu}[\p{L}-]+`,
  concerning:
    '(?:eil|änderungs)?anträge?n?|(?:eil|änderungs)?antrags?|klagen?|beschwerden?|einspr[uü]ch*|teile? (?:der|des)',

  changeLeads: 'um',
  amountLeads: 'auf|bei',
  roughLeads: String.raw`mehr als|über|mindestens|bis zu|etwa|rund|fast|knapp|gut|weniger als|unter|ca\.?`,
  numberedThings: String.raw`nr\.|nummern?|phase|block|reaktor|artikel|abschnitt|abs\.|absatz|absätzen?|satz|sätzen?|anlage|linie|terminal|flug|los`,
};
