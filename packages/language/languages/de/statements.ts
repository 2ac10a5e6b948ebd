import type { StatementWords } from '../words/statement-words.ts';

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
