import type { MessageWords } from '../words/message-words.ts';

/** German words of messages, of threads of them, of searches in catalogues, and of questions and what answers them. */
export const deMessages: MessageWords = {
  greetings:
    "hallo|(?:wer|was) (?:bist du|sind sie)|was (?:kannst du|können sie)(?: alles)?(?: für mich)?(?: tun)?|(?:kannst du|können sie) mir helfen|servus|moin(?: moin)?|grüezi|grüß (?:gott|dich|euch|sie)|guten (?:morgen|tag|abend)|gute nacht|freut mich|wie geht(?:'|’)?s|wie geht es (?:dir|ihnen|euch)(?: heute)?",
  thanks:
    "danke(?: schön| sehr| dir| ihnen| euch)?|dankeschön|(?:vielen|besten|herzlichen|tausend) dank|tschüss|tschüs|ciao|auf wiedersehen|bis (?:bald|später|dann|morgen)|schönen (?:tag|abend)(?: noch)?|mach(?:'|’)?s gut|alles klar|verstanden|prima|toll|klasse|perfekt|wunderbar|ausgezeichnet|in ordnung|gut gemacht|schon gut|kein problem|entschuldigung|ja|nein|gerne?|gern geschehen|bitte(?: schön| sehr)?|na gut",
  courtesyCompanions:
    'zusammen alle alles du dir sie ihnen euch so sehr für die hilfe antwort das war ist es und mein freund heute wirklich hilfreich gut nett erklärung liebe lieber noch mal wieder auch mir',
  overviewWords:
    'fasse fass zusammen worum wovon geht handeln handelt gib mir steht zusammenfassung überblick übersicht inhalt inhalte thema themen liste nenne dokument dokumente dokumenten datei dateien ordner sammlung unterlagen texte texten',

  messageVerbs:
    'ist|sind|war|waren|hat|haben|hatte|kann|kannst|können|könnte|darf|dürfen|muss|müssen|soll|sollen|sollte|wird|werden|wurde|gibt|gilt|gelten|braucht|brauche|brauchen|kostet|kosten|geht|liegt|steht',
  factVerbs: 'ist|sind|war|waren|hat|haben|hatte|hatten|gibt|gilt|gelten',
  messageRequests:
    'zeige?|suche?|finde?|nenne?|erkläre?|vergleiche?|beschreibe?|empfiehl|empfehle|gib|erzähle?|fasse?|prüfe?|ich|wir|zeigen|suchen|nennen',
  prepositions:
    'im|am|an|bei|beim|um|auf|nach|zu|zum|zur|von|vom|aus|für|mit|ohne|ab|bis|vor|seit|während|unter|über|zwischen|innerhalb|außerhalb|als|ins|gegen|pro|je|durch|wegen|laut|gemäß|in|per',

  filterBelow: 'unter|weniger als|billiger als|günstiger als|kürzer als',
  filterAtMost: 'bis zu|bis|höchstens|nicht mehr als|nicht über',
  filterAbove: 'über|mehr als|besser als',
  filterAtLeast: String.raw`min(?:destens)?\.?|ab|nicht unter`,
  filterAbout: String.raw`circa|ca\.?|etwa|ungefähr|rund|so um die`,
  filterOrMore: 'oder mehr|oder besser|und mehr',
  wishes:
    'möglichst|wenn möglich|falls möglich|am liebsten|am besten|gern|gerne|lieber|idealerweise|bevorzugt|vorzugsweise|wäre schön|wäre gut|wäre toll|nach möglichkeit|optional',
  filterNegators: 'nicht|kein|keine|keinen|keiner|keinem|ohne|außer|nie',
  wishBorders: 'aber|jedoch|sondern',
  filterRequests:
    'bitte|finde|finden|zeig|zeige|zeigt|such|suche|suchen|gib|nenne|empfiehl|empfehlen|empfehle|brauche|brauchen|buche|buchen|danke|hallo|hätte|hätten|passende|passenden|kosten|kostet|liegen|liegt|mir|uns|und|was|wie|pro nacht|je nacht|pro person|erzähl|erzähle|vergleiche|vergleich|unterschied|unterschiede|noch',
  countWords: 'ein|eine|einen|einem|einer zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  filterArticles: 'der|die|das|den|dem|ein|eine|einen|einer|einem|von|am|mit',
  trueWords: 'ja|wahr|lieferbar|verfügbar',
  falseWords: 'nein|falsch|ausverkauft',
  phraseArticles: 'der die das dem den des ein eine einem einen einer mein meine meinem meinen',

  emptyReferences: [
    "gibt es|es gibt|gibt[’']s|wie (?:spät|viel uhr) ist es|geht es (?:um|in|bei|hier)|handelt es sich|kommt es (?:zu|auf)|wie geht es",
    '(?:ist|wäre|war) es (?:\\p{L}+ ){0,2}(?:möglich|erlaubt|nötig|notwendig|sinnvoll|wahr|richtig|strafbar|verboten)|regnet es|es (?:regnet|schneit)',
    'dies(?:e[rsmn]?)? (?:jahr|jahres|woche|monat|monats|wochenende|sommer|winter|frühjahr|herbst|abend|morgen|mal|dokumente?n?|dateie?n?|ordner\\p{L}?|unterlagen|quellen)',
    'das heißt|ist das (?:der|die|das|ein|eine)|da(?:mit|für|von|zu|rüber|ran|rauf|bei),? (?:dass|ob|wenn|wie|was)',
  ],
  conjunctions: '(?:und|oder|aber|auch|sowie|also|nur|lieber|stattdessen)(?: (?:auch|jetzt|dann|vielleicht))?',
  correctionOpenings: String.raw`(?:(?:nein|nee|entschuldigung|moment),? )?(?:ich mein(?:t)?e|gemeint (?:war|ist|sind|waren))[,:]? |(?:nein|nee|entschuldigung|moment)[,.!:–—-]+ ?`,
  aboutOpenings:
    '(?:was ist|wie (?:ist|wäre|steht|sieht|schaut)(?: es| das)?)(?: denn| eigentlich| dann)? (?:mit|um|(?=(?:in|bei|für|auf|im|am|ab) ))|wie (?:ist|war|wird|wäre) (?:es|das) (?=(?:in|im|bei|am|ab|für) |\\d)|das (?:selbe|gleiche) (?:bitte )?(?=(?:für|mit|in|bei) )|genauso (?=(?:für|mit|in|bei) )',
  references:
    '(?:den |die )?beiden?|(?:den|die) zwei|er|sie|es|ihn|ihm|ihnen|ihre?[nmrs]?|seine[nmrs]?|sein(?!\\s*(?:[.,;?!]|als\\b|wie\\b|$))|das(?!\\s+\\p{Lu})|dies|diese[rsnm]?|jene[rsnm]?|dort|dorthin|dahin|davon|dafür|damit|daran|darauf|daraus|darin|darüber|dabei|dazu|dagegen|dadurch|danach|davor',
  possessives: 'ihre?[nmrs]?|seine?[nmrs]?',
  determiners: 'das|diese[rsnm]?|jene[rsnm]?',
  severalPronouns: 'sie|ihnen|diese|jene',
  clauseOpenings: 'und|oder|aber|wenn|falls|weil|dass|bevor|nachdem|obwohl|während|sobald|bis|sofern',
  subjectQuestions: [
    '(?:bitte )?(?:erzähle?|gib|berichte) (?:mir )?(?:bitte )?(?:(?:etwas|was|mehr|einen überblick) )?(?:über|von) <subject>',
    '(?:was|wer) (?:genau )?(?:ist|sind|war|waren) (?:eigentlich )?<subject>',
    String.raw`wie \p{L}+ (?:ist|sind|war|waren) <subject>`,
    'wie (?:funktioniert|funktionieren|geht) <subject>',
    '(?:bitte )?(?:erkläre?|beschreibe?|definiere?) (?:mir |bitte )?<subject>',
  ],
  thingPronouns: 'er|sie|es|das|dies',
  placePronouns: 'dort',

  sourceHeadings: 'quellen?|quellenangaben?|belege?|literatur|weiterführende links|siehe auch',
  sourceLabels: 'quelle',
  addressLeads: 'siehe|besuchen sie|laut|quelle|gemäß|unter',
  pointerOpenings: 'siehe|besuche*|mehr|weitere|näheres|lies|lesen',

  placeJoints: 'und|oder',
  ownQuestions: 'wer|wen|wann|warum|wo|wie(?! (?:wäre|steht|sieht))|was(?! (?:ist mit|gibt|habt|wäre))',
  interrogatives: String.raw`^(?:bitte )?(?:fasse?|vergleiche?|erkläre?|beschreibe?|erläutere?|nenne?)(?: mir| uns)?|zusammen(?=[\s.!?]*$)|wie (?:viele male|viele?n?|hoch|lange|lang|schnell|laut|oft|häufig|alt|groß|weit|schwer|stark|spät|früh)|unterschiede? zwischen|(?:gib|geben sie) (?:mir |uns )?(?:bitte )?(?:eine?n? )?(?:kurzen? )?(?:überblick|übersicht|zusammenfassung|einführung) (?:über|zu|zum|zur|in|von)`,
  questionWords:
    'wie|wann|wo|was|wer|wen|wem|wessen|welche[rsmn]?|warum|wieso|weshalb|wozu|woher|wohin|womit|(?:ab|bis|seit|von|nach|zu|in|mit|für|unter|bei|innerhalb) (?:wann|welche[rsmn]?|wie|wem|was)',
  questionVerbs: 'gilt|gelten|darf|dürfen|muss|müssen|kann|können|ist|sind|hat|haben|wird|werden|gibt|soll|sollen',
  questionJoints: 'und|sowie|oder auch',
  leaningWords: 'er|sie|es|ihn|ihm|ihr|dies*|das|dieselbe*|derselbe*|dasselbe|davon|dafür|dort',
  lightVerbs: 'steh(?:en|t)|zusteh(?:en|t)|beträgt|betragen|laute[tn]|bedeute[tn]',

  leaningOpenings: String.raw`(?:\(\d+[a-z]?\)\s*)?(?:dies(?:e[rsmn]?)?|jene[rsmn]?|er|sie|es|ihm|ihr|deren|dessen|dabei|dazu|hierbei|hierzu|hiervon|davon|daher|deshalb|dann|dort|solche[rsmn]?|satz \d|das gleiche|entsprechendes|das)`,
  independentOpenings: String.raw`es gibt\b|es \p{L}+\b[^.;]*(?:,\s*dass\b|\bzu \p{Ll}+en\b)|das (?!ist|sind|war|gilt|wird|kann|darf|muss|hat|heißt|bedeutet|betrifft)\p{L}|sie (?:können|müssen|dürfen|sollten|sollen|haben|finden|erhalten)\b`,
  subjectlessOpenings: String.raw`(?:standardwert|voreinstellung|vorgabe|typ)\b[^.;]{0,3}[:ist]|(?:legt|bestimmt|steuert|aktiviert|deaktiviert|begrenzt|setzt)\b`,
};
