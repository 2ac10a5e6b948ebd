import { wordPattern, wordsOf } from '../language/text/terms.ts';
import { comparedSides } from './message-form.ts';

const GREETINGS = [
  'hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|night|day)|nice to (?:meet|see) you',
  'hallo|servus|moin(?: moin)?|grüezi|grüß (?:gott|dich|euch|sie)|guten (?:morgen|tag|abend)|gute nacht|freut mich',
  "how are you(?: doing)?(?: today)?|how(?:'|’)?s it going|how is it going|what(?:'|’)?s up|wie geht(?:'|’)?s",
  'wie geht es (?:dir|ihnen|euch)(?: heute)?',
];
const THANKS = [
  'thanks(?: a lot| so much| very much| again)?|thank you(?: very much| so much| again)?|thx|much appreciated',
  'danke(?: schön| sehr| dir| ihnen| euch)?|dankeschön|(?:vielen|besten|herzlichen|tausend) dank',
  'goodbye|bye(?: bye)?|see you(?: later| soon| tomorrow)?|have a (?:nice|good|great) (?:day|evening|weekend)',
  "tschüss|tschüs|ciao|auf wiedersehen|bis (?:bald|später|dann|morgen)|schönen (?:tag|abend)(?: noch)?|mach(?:'|’)?s gut",
];
const ACKNOWLEDGEMENTS = [
  'ok|okay|alright|all right|great|perfect|nice|cool|super|awesome|excellent|wonderful|sounds good|got it|i see|understood',
  'well done|good job|never mind|no problem|sorry|yes|no|yeah|yep|nope|sure|please|lol|haha',
  'alles klar|verstanden|prima|toll|klasse|perfekt|wunderbar|ausgezeichnet|in ordnung|gut gemacht|schon gut|kein problem',
  'entschuldigung|ja|nein|gerne?|gern geschehen|bitte(?: schön| sehr)?|na gut',
];
/** Words that may accompany them without asking anything. */
const BESIDE = new Set(
  [
    'there all everyone again to you your so much very for the help answer that was is it and my friend today really helpful',
    'good useful explanation guys dear assistant works this me',
    'zusammen alle du dir sie ihnen euch so sehr für die hilfe antwort das war ist es und mein freund heute wirklich',
    'hilfreich gut nett erklärung liebe lieber noch mal wieder auch mir',
  ].flatMap((line) => line.split(' ')),
);

const PHRASES = [...GREETINGS, ...THANKS, ...ACKNOWLEDGEMENTS];
const ANY = wordPattern(PHRASES, 'giu');
const MARKS = String.raw`\s*[,.!;:–—-]+\s*`;
const ASKS_NEXT =
  '(?=(?:what|how|who|when|where|why|which|can|could|is|are|do|does|i|please|was|wie|wer|wann|wo|warum|welche\\p{L}?|kann|könn\\p{L}+|ist|sind|gibt|ich|bitte)(?!\\p{L}))';
// Without a mark or a question behind them the same words are part of the message: "great hotels", "hello world".
const LEADING = new RegExp(
  String.raw`^\s*(?:(?:${PHRASES.join('|')})(?:\s+(?:there|all|everyone|again|zusammen))?(?:${MARKS}|\s+${ASKS_NEXT}))+(?=\S)`,
  'iu',
);
const TRAILING = new RegExp(
  String.raw`(?:(?<![,.!;:–—-])[,.!;:–—-]+|(?<!\s))\s+(?:${THANKS.join('|')})[\s,.!]*$`,
  'iu',
);

/** What a message is, as far as it decides what an answer has to rest on. */
export type MessageKind = 'courtesy' | 'assistant' | 'task' | 'overview' | 'question';

// All these patterns read words separated by single blanks.
const END = String.raw`[\s?.!]*$`;
const ASSISTANT: readonly RegExp[] = [
  String.raw`^(?:so\s)?(?:who|what)(?:\sexactly)?\sare\syou(?:\sexactly)?${END}`,
  String.raw`^what\s(?:else\s)?(?:can|could|do)\syou\s(?:do|know|help(?:\sme)?(?:\swith)?|offer)(?:\sfor\sme)?${END}`,
  String.raw`^what\sare\syou\s(?:able\sto\sdo|good\sat|capable\sof|made\sof)${END}`,
  String.raw`^how\s(?:do|can|could|does|were|are|old\sare)\syou(?:\s(?:work|help(?:\sme)?|built|made|trained))?${END}`,
  String.raw`^(?:are|aren't)\syou\s(?:an?\s|really\s|even\s|the\s)*(?:\p{L}+\s)?(?:human|bot|chatbot|robot|ai|person|machine|program|model|assistant|alive|real|chatgpt|gpt|claude|sentient)${END}`,
  String.raw`^(?:what(?:'s|’s|\sis)|do\syou\shave)\s(?:your|a)\s(?:name|purpose|job)${END}`,
  String.raw`^who\s(?:made|built|created|trained|developed|programmed|owns|wrote)\syou${END}`,
  String.raw`^(?:what|which)\s(?:ai\s|language\s)?(?:model|languages?)\s(?:are|do)\syou(?:\s(?:speak|use|understand|run on))?${END}`,
  String.raw`^(?:can|could)\syou\s(?:please\s)?help(?:\sme)?${END}`,
  String.raw`^(?:tell\sme\s(?:something\s|more\s)?about|introduce)\syourself${END}`,
  String.raw`^(?:und\s)?(?:wer|was)\s(?:genau\s)?(?:bist\sdu|sind\ssie)(?:\s(?:eigentlich|denn|genau))?${END}`,
  String.raw`^was\s(?:kannst\sdu|können\ssie)(?:\s(?:so|alles|eigentlich|denn|noch))*(?:\sfür\smich)?(?:\s(?:tun|machen|leisten))?${END}`,
  String.raw`^wie\s(?:heißt\sdu|heißen\ssie|alt\sbist\sdu|funktionierst\sdu|funktionieren\ssie|arbeitest\sdu|arbeiten\ssie)(?:\s(?:eigentlich|denn))?${END}`,
  String.raw`^(?:wie\sist|was\sist)\s(?:dein|ihr)\s(?:name|zweck)${END}`,
  String.raw`^(?:bist\sdu|sind\ssie)\s(?:ein\p{L}*\s|wirklich\s|eigentlich\s)*(?:\p{L}+\s)?(?:mensch|bot|chatbot|roboter|ki|maschine|programm|modell|person|computer|echt|assistent)${END}`,
  String.raw`^wer\shat\s(?:dich|sie)\s(?:gemacht|gebaut|entwickelt|trainiert|erschaffen|programmiert|erstellt|geschrieben)${END}`,
  String.raw`^(?:(?:wobei|womit|wie)\s)?(?:kannst\sdu|können\ssie)\s(?:mir\s)?(?:bitte\s)?helfen${END}`,
  String.raw`^(?:stell\p{L}*\s(?:dich|sie\ssich)\s(?:mal\s|bitte\s|kurz\s)*vor|erzähl\p{L}*\s(?:mir\s)?(?:etwas\s|was\s|mehr\s)?(?:von|über)\s(?:dir|sich))${END}`,
  String.raw`^welche\ssprachen\s(?:sprichst|kannst|verstehst)\sdu${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));

const NUMBER = String.raw`\(*\s?-?\d+(?:[.,]\d+)*\s?%?\s?\)*`;
const OPERATOR = String.raw`(?:[-+*/×÷^·:x−]|plus|minus|times|multiplied\sby|divided\sby|over|mod|mal|geteilt\sdurch|durch|hoch|percent\sof|%\sof|prozent\svon|%\svon|to\sthe\spower\sof)`;
const ARITHMETIC = new RegExp(
  String.raw`^(?:(?:what(?:'s|’s|\sis|\sare)|how\smuch\s(?:is|are)|calculate|compute|solve|was\s(?:ist|sind|ergibt|macht)|wie\s?viel\s(?:ist|sind|ergibt|macht)|berechne|rechne|bitte|please)\s)*(?:the\s)?(?:(?:square\sroot\sof|(?:die\s)?(?:quadrat)?wurzel\s(?:aus|von))\s${NUMBER}|${NUMBER}(?:\s?${OPERATOR}\s?${NUMBER})+)\s?=?(?:\saus)?${END}`,
  'iu',
);
const IS_DATE = /^\d{4}-\d{2}(?:-\d{2})?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/u;

const LANGUAGES =
  '(?:english|german|french|spanish|italian|dutch|polish|portuguese|russian|chinese|japanese|turkish|latin|swedish|danish|englisch\\p{L}*|deutsch\\p{L}*|französisch\\p{L}*|spanisch\\p{L}*|italienisch\\p{L}*|niederländisch\\p{L}*|polnisch\\p{L}*|portugiesisch\\p{L}*|russisch\\p{L}*|chinesisch\\p{L}*|japanisch\\p{L}*|türkisch\\p{L}*|lateinisch\\p{L}*|latein|schwedisch\\p{L}*|dänisch\\p{L}*)';
const POLITE = String.raw`^(?:(?:please|can|could|would|you|help\sme|bitte|kannst|könntest|können|könnten|würdest|du|sie|mir|mal|hilf)\s)*`;
/** The text to work on is in the message itself, after a colon or in quotation marks. */
const OWN_TEXT = /:\s?\S|["“„»][^"“”„«»]{2,}["”“«]/u;
const REWORKS = new RegExp(
  String.raw`${POLITE}(?:translate|rewrite|rephrase|reword|paraphrase|proofread|correct|shorten|simplify|fix|polish|improve|make|spell|übersetz\p{L}*|formulier\p{L}*|schreib\p{L}*|korrigier\p{L}*|verbesser\p{L}*|kürz\p{L}*|vereinfach\p{L}*|mach\p{L}*|lektorier\p{L}*)(?!\p{L})`,
  'iu',
);
const TRANSLATES: readonly RegExp[] = [
  String.raw`${POLITE}(?:translate|übersetz\p{L}*)\s.+\s(?:to|into|in|ins|auf)\s(?:das\s|the\s)?${LANGUAGES}${END}`,
  String.raw`^how\s(?:do|would|can)\s(?:you|i|we|one)\s(?:say|write|spell|pronounce)\s.+\s(?:in|to)\s${LANGUAGES}${END}`,
  String.raw`^what(?:'s|’s|\sis|\sdoes)\s.+\s(?:mean\s)?in\s${LANGUAGES}${END}`,
  String.raw`^(?:wie\s(?:sagt|schreibt|heißt|nennt)|was\s(?:heißt|bedeutet))\s.+\s(?:auf|in)\s${LANGUAGES}${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));
const CREATES = new RegExp(
  String.raw`${POLITE}(?:(?:tell|write|make\sup|compose|give|erzähl\p{L}*|schreib\p{L}*|dichte\p{L}*|erfind\p{L}*)\s)(?:(?:me|us|mir|uns)\s)?(?:(?:an?|some|the|another|ein\p{L}*|kurz\p{L}*|short|funny|lustig\p{L}*)\s)*(?:jokes?|poems?|haikus?|limericks?|riddles?|rhymes?|witz\p{L}*|gedichte?s?|rätsel|reime?)(?!\p{L})`,
  'iu',
);
/** Material that only the sources hold. */
const SOURCES =
  /(?<!\p{L})(?:documents?|files?|folder|corpus|sources?|sections?|chapter|manual|handbook|report|paper|contract|dokument\p{L}*|dateien?|ordner|quellen?|abschnitt\p{L}*|kapitel|handbuch\p{L}*|bericht\p{L}*|vertrag\p{L}*|unterlagen|paragra(?:ph|f)\p{L}*)(?!\p{L})|§/iu;

const MATERIAL =
  '(?:documents?|files?|folders?|corpus|sources?|texts?|notes?|papers?|collection|material|data|book|manual|handbook|docs)';
const MATERIAL_DE =
  '(?:dokument\\p{L}*|datei\\p{L}*|ordner\\p{L}*|quellen?|text\\p{L}*|notizen|unterlagen|sammlung|material\\p{L}*|daten|buch|handbuch|akten)';
const OVERVIEW: readonly RegExp[] = [
  String.raw`^what(?:'s|’s|\sis|\sare|\swas|\swere)\s.{1,80}\sabout${END}`,
  String.raw`(?:^|[,.!?]\s?)${POLITE}(?:tell|teach|brief)\s(?:me|us)\s(?:(?:something|more|a\sbit|a\slittle|everything|all|anything|what\syou\sknow|briefly)\s)*(?:about|on)\s(?!how\b|what\b|when\b|why\b|whether\b|where\b|who\b)`,
  String.raw`(?<!\p{L})(?:overview|outline|synopsis|(?:big|whole)\spicture|in\sa\snutshell|gist|(?:main|key)\s(?:points|ideas|topics|takeaways|themes|messages))(?!\p{L})`,
  String.raw`(?<!\p{L})summar(?:y|ies|i[sz]e[sd]?|i[sz]ing)(?!\p{L})`,
  String.raw`^what\s(?:do|does|is|are|can)\s(?:i\sfind\sin\s|in\s)?(?:the|these|this|those|your|my|our|all)\s(?:\p{L}+\s)?${MATERIAL}(?:\s(?:contain|cover|say|discuss|describe|deal\swith|talk\sabout|hold|have|in\shere))?(?:\s(?:overall|in\sgeneral))?${END}`,
  String.raw`^(?:what|which)\s(?:are\sthe\s)?(?:main\s|general\s)?(?:topics?|subjects?|themes?)(?!\p{L})`,
  String.raw`^what\sdo\syou\sknow\sabout\s`,
  String.raw`${POLITE}(?:introduce\s(?:me|us)\sto|give\s(?:me|us)\s(?:an?\s)?(?:introduction|intro|primer)|(?:an?\s)?(?:introduction|intro|primer)\s(?:to|on))(?!\p{L})`,
  String.raw`${POLITE}(?:describe|explain)\s.+\s(?:in\sgeneral|broadly|in\sbroad\sterms|from\sscratch|at\sa\shigh\slevel)${END}`,
  String.raw`(?<!\p{L})(?:überblick|übersicht|zusammenfassung|zusammenfassen|kernaussagen?|kernpunkte|hauptaussagen?|hauptthemen|grundzüge|in\sgroben\szügen|kurzfassung|das\swichtigste)(?!\p{L})`,
  String.raw`${POLITE}(?:fass|fasse|fassen)\s.+\szusammen(?!\p{L})`,
  String.raw`(?:^|\s)(?:worum|um\swas)\sgeht(?:'s|’s|\ses)?(?!\p{L})`,
  String.raw`^wovon\shandel\p{L}*\s`,
  String.raw`${POLITE}(?:erzähl|erzähle|erzählen|berichte|berichten)\s(?:(?:sie|du|mir|uns|bitte|mal|etwas|was|mehr|alles|ein\sbisschen|kurz)\s)*(?:über|von|vom|zu|zum|zur)\s`,
  String.raw`^was\s(?:steht|enthalten|enthält|behandeln|behandelt|sagen|sagt|ist|findet\ssich)\s(?:alles\s|so\s)*(?:in\s)?(?:den|die|das|der|dem|diesen?|dieses|meinen?|unseren?)\s(?:\p{L}+\s)?${MATERIAL_DE}(?:\s(?:so|alles|insgesamt|drin))*${END}`,
  String.raw`^(?:welche|was\sfür)\s(?:themen|inhalte|gebiete)(?!\p{L})`,
  String.raw`^was\s(?:weißt\sdu|wissen\ssie|kannst\sdu\smir)\s(?:alles\s|so\s)*(?:über|zu|zum|zur)\s`,
  String.raw`(?<!\p{L})einführung\s(?:in|zu|zum|zur)(?!\p{L})`,
  String.raw`${POLITE}stell\p{L}*\s(?:(?:mir|uns|kurz|bitte)\s)*.+\svor${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));

const YEAR = /(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)/gu;
const SPECIFIC = new RegExp(
  [
    String.raw`(?<!\p{L})how\s(?:long|many|much|often|far|high|old|big|large|fast|expensive)(?!\p{L})`,
    String.raw`(?<!\p{L})wie\s(?:lange?|viele?|oft|weit|hoch|alt|groß|schnell|teuer)(?!\p{L})`,
    String.raw`\d|§`,
    String.raw`(?<!\p{L})(?:cheapest|(?:most|least)\sexpensive|günstigste\p{L}?|billigste\p{L}?|teuerste\p{L}?|best[- ]rated)(?!\p{L})`,
  ].join('|'),
  'iu',
);

/** Reads the kind of a message from its form alone, in German and English. */
export function messageKindOf(message: string): MessageKind {
  const core = withoutCourtesies(message.trim().replaceAll(/\s+/gu, ' '));
  if (isCourtesy(core)) return 'courtesy';
  if (ASSISTANT.some((pattern) => pattern.test(core))) return 'assistant';
  if (isTask(core)) return 'task';
  return isOverview(core) ? 'overview' : 'question';
}

/** Whether a message wants work on a text or numbers that it contains itself. */
function isTask(core: string): boolean {
  if (ARITHMETIC.test(core) && !IS_DATE.test(core)) return true;
  if (REWORKS.test(core) && OWN_TEXT.test(core)) return true;
  return !SOURCES.test(core) && (CREATES.test(core) || TRANSLATES.some((pattern) => pattern.test(core)));
}

function isOverview(core: string): boolean {
  const isSpecific = SPECIFIC.test(core.replaceAll(YEAR, '')) || comparedSides(core) !== null;
  return !isSpecific && OVERVIEW.some((pattern) => pattern.test(core));
}

/** Whether a message greets, thanks or agrees and says nothing else. */
function isCourtesy(message: string): boolean {
  const rest = message.replaceAll(ANY, ' ');
  return rest !== message && wordsOf(rest).every(({ text }) => BESIDE.has(text.toLowerCase()));
}

/** Removes the greeting before a message and the thanks after it; if nothing would be left, returns it unchanged. */
export function withoutCourtesies(message: string): string {
  return isCourtesy(message) ? message : message.replace(TRAILING, '').replace(LEADING, '').trim();
}
