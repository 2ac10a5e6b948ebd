import type { MessageWords } from '../words/message-words.ts';

const MATERIAL = String.raw`(?:dokument\p{L}*|datei\p{L}*|ordner\p{L}*|quellen?|text\p{L}*|notizen|unterlagen|sammlung|material\p{L}*|daten|buch|handbuch|akten)`;

/** German words of messages. */
export const deMessages: MessageWords = {
  greetings:
    "hallo|servus|moin(?: moin)?|grüezi|grüß (?:gott|dich|euch|sie)|guten (?:morgen|tag|abend)|gute nacht|freut mich|wie geht(?:'|’)?s|wie geht es (?:dir|ihnen|euch)(?: heute)?",
  thanks:
    "danke(?: schön| sehr| dir| ihnen| euch)?|dankeschön|(?:vielen|besten|herzlichen|tausend) dank|tschüss|tschüs|ciao|auf wiedersehen|bis (?:bald|später|dann|morgen)|schönen (?:tag|abend)(?: noch)?|mach(?:'|’)?s gut",
  acknowledgements:
    'alles klar|verstanden|prima|toll|klasse|perfekt|wunderbar|ausgezeichnet|in ordnung|gut gemacht|schon gut|kein problem|entschuldigung|ja|nein|gerne?|gern geschehen|bitte(?: schön| sehr)?|na gut',
  courtesyCompanions:
    'zusammen alle du dir sie ihnen euch so sehr für die hilfe antwort das war ist es und mein freund heute wirklich hilfreich gut nett erklärung liebe lieber noch mal wieder auch mir',
  greetingCompanions: 'zusammen',
  messageOpeners: String.raw`was|wie|wer|wann|wo|warum|welche\p{L}?|kann|könn\p{L}+|ist|sind|gibt|ich|bitte`,
  doubts: String.raw`(?:und\s)?(?:warum|wieso|weshalb)(?:\s(?:nicht|das|denn|ist\sdas\sso))?|(?:bist\sdu|sind\ssie)\s(?:dir\s|sich\s)?(?:da\s|ganz\s|wirklich\s)*sicher|wirklich|echt|stimmt\sdas|(?:stimmt|ist)\sdas(?:\s(?:wirklich|auch|so|wahr|richtig|sicher))+|woher\s(?:weißt\sdu|wissen\ssie)\sdas|das\s(?:stimmt\snicht|ist\s(?:falsch|nicht\srichtig))|das\sglaube?\sich\snicht`,
  assistantQuestions: [
    String.raw`(?:und\s)?(?:wer|was)\s(?:genau\s)?(?:bist\sdu|sind\ssie)(?:\s(?:eigentlich|denn|genau))?`,
    String.raw`was\s(?:kannst\sdu|können\ssie)(?:\s(?:so|alles|eigentlich|denn|noch))*(?:\sfür\smich)?(?:\s(?:tun|machen|leisten))?`,
    String.raw`wie\s(?:heißt\sdu|heißen\ssie|alt\sbist\sdu|funktionierst\sdu|funktionieren\ssie|arbeitest\sdu|arbeiten\ssie)(?:\s(?:eigentlich|denn))?`,
    String.raw`(?:wie\sist|was\sist)\s(?:dein|ihr)\s(?:name|zweck)`,
    String.raw`(?:bist\sdu|sind\ssie)\s(?:ein\p{L}*\s|wirklich\s|eigentlich\s)*(?:\p{L}+\s)?(?:mensch|bot|chatbot|roboter|ki|maschine|programm|modell|person|computer|echt|assistent)`,
    String.raw`wer\shat\s(?:dich|sie)\s(?:gemacht|gebaut|entwickelt|trainiert|erschaffen|programmiert|erstellt|geschrieben)`,
    String.raw`(?:(?:wobei|womit|wie)\s)?(?:kannst\sdu|können\ssie)\s(?:mir\s)?(?:bitte\s)?helfen`,
    String.raw`(?:stell\p{L}*\s(?:dich|sie\ssich)\s(?:mal\s|bitte\s|kurz\s)*vor|erzähl\p{L}*\s(?:mir\s)?(?:etwas\s|was\s|mehr\s)?(?:von|über)\s(?:dir|sich))`,
    String.raw`welche\ssprachen\s(?:sprichst|kannst|verstehst)\sdu`,
  ],
  operators: String.raw`plus|minus|mal|geteilt\sdurch|durch|hoch|prozent\svon|%\svon`,
  calculationLeads: String.raw`was\s(?:ist|sind|ergibt|macht)|wie\s?viel\s(?:ist|sind|ergibt|macht)|berechne|rechne|bitte`,
  languageNames:
    'englisch*|deutsch*|französisch*|spanisch*|italienisch*|niederländisch*|polnisch*|portugiesisch*|russisch*|chinesisch*|japanisch*|türkisch*|lateinisch*|latein|schwedisch*|dänisch*',
  intoLanguage: String.raw`(?:in|ins|auf)(?:\sdas)?`,
  wordingQuestions: [String.raw`(?:wie\s(?:sagt|schreibt|heißt|nennt)|was\s(?:heißt|bedeutet))\s.+\s(?:auf|in)`],
  politeWords: 'bitte|kannst|könntest|können|könnten|würdest|du|sie|mir|mal|hilf',
  reworkVerbs: 'übersetz*|formulier*|schreib*|korrigier*|verbesser*|kürz*|vereinfach*|mach*|lektorier*',
  translationVerbs: 'übersetz*',
  overviews: [
    String.raw`(?<!\p{L})(?:überblick|übersicht|zusammenfassung|zusammenfassen|kernaussagen?|kernpunkte|hauptaussagen?|hauptthemen|grundzüge|in\sgroben\szügen|kurzfassung|das\swichtigste)(?!\p{L})`,
    String.raw`<polite>(?:fass|fasse|fassen)\s.+\szusammen(?!\p{L})`,
    String.raw`(?:^|\s)(?:worum|um\swas)\sgeht(?:'s|’s|\ses)?(?!\p{L})`,
    String.raw`^wovon\shandel\p{L}*\s`,
    String.raw`<polite>(?:erzähl|erzähle|erzählen|berichte|berichten)\s(?:(?:sie|du|mir|uns|bitte|mal|etwas|was|mehr|alles|ein\sbisschen|kurz)\s)*(?:über|von|vom|zu|zum|zur)\s`,
    String.raw`^was\s(?:steht|enthalten|enthält|behandeln|behandelt|sagen|sagt|ist|findet\ssich)\s(?:alles\s|so\s)*(?:in\s)?(?:den|die|das|der|dem|diesen?|dieses|meinen?|unseren?)\s(?:\p{L}+\s)?${MATERIAL}(?:\s(?:so|alles|insgesamt|drin))*<end>`,
    String.raw`^(?:welche|was\sfür)\s(?:themen|inhalte|gebiete)(?!\p{L})`,
    String.raw`^was\s(?:weißt\sdu|wissen\ssie|kannst\sdu\smir)\s(?:alles\s|so\s)*(?:über|zu|zum|zur)\s`,
    String.raw`(?<!\p{L})einführung\s(?:in|zu|zum|zur)(?!\p{L})`,
    String.raw`<polite>stell\p{L}*\s(?:(?:mir|uns|kurz|bitte)\s)*.+\svor<end>`,
  ],
  specifics: String.raw`wie\s(?:lange?|viele?|oft|weit|hoch|alt|groß|schnell|teuer)(?!\p{L})|(?:unterschied\p{L}*|vergleich\p{L}*)(?!\p{L})|(?:günstigste\p{L}?|billigste\p{L}?|teuerste\p{L}?)(?!\p{L})`,

  messageQuestionWords:
    'was|wer|wen|wem|wessen|welche[rsmn]?|wann|wo|woher|wohin|warum|wieso|weshalb|wie|wieviele?|womit|wodurch|worin|wofür|wozu|worauf|woran|wovon',
  messageVerbs:
    'ist|sind|war|waren|hat|haben|hatte|kann|kannst|können|könnte|darf|dürfen|muss|müssen|soll|sollen|sollte|wird|werden|wurde|gibt|gilt|gelten|braucht|brauche|brauchen|kostet|kosten|geht|liegt|steht',
  factVerbs: 'ist|sind|war|waren|hat|haben|hatte|hatten|gibt|gilt|gelten',
  messageRequests:
    'zeige?|suche?|finde?|nenne?|erkläre?|vergleiche?|beschreibe?|empfiehl|empfehle|gib|erzähle?|fasse?|prüfe?|ich|wir|zeigen|suchen|nennen',
  prepositions:
    'im|am|an|bei|beim|um|auf|nach|zu|zum|zur|von|vom|aus|für|mit|ohne|ab|bis|vor|seit|während|unter|über|zwischen|innerhalb|außerhalb|als|ins|gegen|pro|je|durch|wegen|laut|gemäß|in|per',
  limitWords: String.raw`nur|lieber|stattdessen|außer|aber nicht|nicht|am liebsten|vielleicht|bloß|mindestens|höchstens|maximal|bis zu|mehr|weniger|eher|ausschließlich|billiger\p{L}{0,2}|günstiger\p{L}{0,2}|näher|größer\p{L}{0,2}|kleiner\p{L}{0,2}|neuer\p{L}{0,2}|älter\p{L}{0,2}|besser\p{L}{0,2}|schneller\p{L}{0,2}|später|früher|länger|kürzer|ruhiger`,

  filterAtMost:
    'unter|bis zu|bis|höchstens|weniger als|nicht mehr als|nicht über|billiger als|günstiger als|kürzer als',
  filterAtLeast: String.raw`min(?:destens)?\.?|über|mehr als|ab|nicht unter|besser als`,
  filterAbout: String.raw`circa|ca\.?|etwa|ungefähr|rund|so um die`,
  filterBetween: 'zwischen|von',
  filterAnd: 'und|bis',
  filterOrMore: 'oder mehr|oder besser|und mehr',
  wishes:
    'möglichst|wenn möglich|falls möglich|am liebsten|am besten|gern|gerne|lieber|idealerweise|bevorzugt|vorzugsweise|wäre schön|wäre gut|wäre toll|nach möglichkeit|optional',
  filterNegators: 'nicht|kein|keine|keinen|keiner|keinem|ohne|außer|nie',
  wishBorders: 'aber|jedoch|sondern',
  filterRequests:
    'bitte|finde|finden|zeig|zeige|zeigt|such|suche|suchen|gib|nenne|empfiehl|empfehlen|empfehle|brauche|brauchen|buche|buchen|danke|hallo|hätte|hätten|passende|passenden|kosten|kostet|mir|uns|und|was|wie|pro nacht|je nacht|pro person|erzähl|erzähle|vergleiche|vergleich|unterschied|unterschiede|noch',
  countWords: [
    'ein eine einen einem einer',
    'zwei',
    'drei',
    'vier',
    'fünf',
    'sechs',
    'sieben',
    'acht',
    'neun',
    'zehn',
    'elf',
    'zwölf',
  ],
  filterArticles: 'der|die|das|den|dem|ein|eine|einen|einer|einem|von',
  trueWords: 'ja|wahr|lieferbar|verfügbar',
  falseWords: 'nein|falsch|ausverkauft',
};
