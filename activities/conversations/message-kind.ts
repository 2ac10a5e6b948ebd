import { comparedSides } from './compared-sides.ts';
import { isCourtesy, withoutCourtesies } from './courtesies.ts';

/** What a message is, as far as it decides what an answer has to rest on. */
export type MessageKind = 'courtesy' | 'assistant' | 'task' | 'overview' | 'question';

const END = String.raw`[\s?.!]*$`;
const ASSISTANT: readonly RegExp[] = [
  String.raw`^(?:so\s+)?(?:who|what)(?:\s+exactly)?\s+are\s+you(?:\s+exactly)?${END}`,
  String.raw`^what\s+(?:else\s+)?(?:can|could|do)\s+you\s+(?:do|know|help(?:\s+me)?(?:\s+with)?|offer)(?:\s+for\s+me)?${END}`,
  String.raw`^what\s+are\s+you\s+(?:able\s+to\s+do|good\s+at|capable\s+of|made\s+of)${END}`,
  String.raw`^how\s+(?:do|can|could|does|were|are|old\s+are)\s+you(?:\s+(?:work|help(?:\s+me)?|built|made|trained))?${END}`,
  String.raw`^(?:are|aren't)\s+you\s+(?:an?\s+|really\s+|even\s+|the\s+)*(?:\p{L}+\s+)?(?:human|bot|chatbot|robot|ai|person|machine|program|model|assistant|alive|real|chatgpt|gpt|claude|sentient)${END}`,
  String.raw`^(?:what(?:'s|’s|\s+is)|do\s+you\s+have)\s+(?:your|a)\s+(?:name|purpose|job)${END}`,
  String.raw`^who\s+(?:made|built|created|trained|developed|programmed|owns|wrote)\s+you${END}`,
  String.raw`^(?:what|which)\s+(?:ai\s+|language\s+)?(?:model|languages?)\s+(?:are|do)\s+you(?:\s+(?:speak|use|understand|run on))?${END}`,
  String.raw`^(?:can|could)\s+you\s+(?:please\s+)?help(?:\s+me)?${END}`,
  String.raw`^(?:tell\s+me\s+(?:something\s+|more\s+)?about|introduce)\s+yourself${END}`,
  String.raw`^(?:und\s+)?(?:wer|was)\s+(?:genau\s+)?(?:bist\s+du|sind\s+sie)(?:\s+(?:eigentlich|denn|genau))?${END}`,
  String.raw`^was\s+(?:kannst\s+du|können\s+sie)(?:\s+(?:so|alles|eigentlich|denn|noch))*(?:\s+für\s+mich)?(?:\s+(?:tun|machen|leisten))?${END}`,
  String.raw`^wie\s+(?:heißt\s+du|heißen\s+sie|alt\s+bist\s+du|funktionierst\s+du|funktionieren\s+sie|arbeitest\s+du|arbeiten\s+sie)(?:\s+(?:eigentlich|denn))?${END}`,
  String.raw`^(?:wie\s+ist|was\s+ist)\s+(?:dein|ihr)\s+(?:name|zweck)${END}`,
  String.raw`^(?:bist\s+du|sind\s+sie)\s+(?:ein\p{L}*\s+|wirklich\s+|eigentlich\s+)*(?:\p{L}+\s+)?(?:mensch|bot|chatbot|roboter|ki|maschine|programm|modell|person|computer|echt|assistent)${END}`,
  String.raw`^wer\s+hat\s+(?:dich|sie)\s+(?:gemacht|gebaut|entwickelt|trainiert|erschaffen|programmiert|erstellt|geschrieben)${END}`,
  String.raw`^(?:(?:wobei|womit|wie)\s+)?(?:kannst\s+du|können\s+sie)\s+(?:mir\s+)?(?:bitte\s+)?helfen${END}`,
  String.raw`^(?:stell\p{L}*\s+(?:dich|sie\s+sich)\s+(?:mal\s+|bitte\s+|kurz\s+)*vor|erzähl\p{L}*\s+(?:mir\s+)?(?:etwas\s+|was\s+|mehr\s+)?(?:von|über)\s+(?:dir|sich))${END}`,
  String.raw`^welche\s+sprachen\s+(?:sprichst|kannst|verstehst)\s+du${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));

const NUMBER = String.raw`\(*\s*-?\d+(?:[.,]\d+)*\s*%?\s*\)*`;
const OPERATOR = String.raw`(?:[-+*/×÷^·:x−]|plus|minus|times|multiplied\s+by|divided\s+by|over|mod|mal|geteilt\s+durch|durch|hoch|percent\s+of|%\s+of|prozent\s+von|%\s+von|to\s+the\s+power\s+of)`;
const ARITHMETIC = new RegExp(
  String.raw`^(?:(?:what(?:'s|’s|\s+is|\s+are)|how\s+much\s+(?:is|are)|calculate|compute|solve|was\s+(?:ist|sind|ergibt|macht)|wie\s*viel\s+(?:ist|sind|ergibt|macht)|berechne|rechne|bitte|please)\s+)*(?:the\s+)?(?:(?:square\s+root\s+of|(?:die\s+)?(?:quadrat)?wurzel\s+(?:aus|von))\s+${NUMBER}|${NUMBER}(?:\s*${OPERATOR}\s*${NUMBER})+)\s*=?(?:\s+aus)?${END}`,
  'iu',
);
const IS_DATE = /^\d{4}-\d{2}(?:-\d{2})?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/u;

const LANGUAGES =
  '(?:english|german|french|spanish|italian|dutch|polish|portuguese|russian|chinese|japanese|turkish|latin|swedish|danish|englisch\\p{L}*|deutsch\\p{L}*|französisch\\p{L}*|spanisch\\p{L}*|italienisch\\p{L}*|niederländisch\\p{L}*|polnisch\\p{L}*|portugiesisch\\p{L}*|russisch\\p{L}*|chinesisch\\p{L}*|japanisch\\p{L}*|türkisch\\p{L}*|lateinisch\\p{L}*|latein|schwedisch\\p{L}*|dänisch\\p{L}*)';
const POLITE = String.raw`^(?:(?:please|can|could|would|you|help\s+me|bitte|kannst|könntest|können|könnten|würdest|du|sie|mir|mal|hilf)\s+)*`;
/** The text to work on stands in the message itself, behind a colon or in quotation marks. */
const OWN_TEXT = /:\s*\S|["“„»][^"“”„«»]{2,}["”“«]/u;
const REWORKS = new RegExp(
  String.raw`${POLITE}(?:translate|rewrite|rephrase|reword|paraphrase|proofread|correct|shorten|simplify|fix|polish|improve|make|spell|übersetz\p{L}*|formulier\p{L}*|schreib\p{L}*|korrigier\p{L}*|verbesser\p{L}*|kürz\p{L}*|vereinfach\p{L}*|mach\p{L}*|lektorier\p{L}*)(?!\p{L})`,
  'iu',
);
const TRANSLATES: readonly RegExp[] = [
  String.raw`${POLITE}(?:translate|übersetz\p{L}*)\s.+\s(?:to|into|in|ins|auf)\s+(?:das\s+|the\s+)?${LANGUAGES}${END}`,
  String.raw`^how\s+(?:do|would|can)\s+(?:you|i|we|one)\s+(?:say|write|spell|pronounce)\s.+\s(?:in|to)\s+${LANGUAGES}${END}`,
  String.raw`^what(?:'s|’s|\s+is|\s+does)\s.+\s(?:mean\s+)?in\s+${LANGUAGES}${END}`,
  String.raw`^(?:wie\s+(?:sagt|schreibt|heißt|nennt)|was\s+(?:heißt|bedeutet))\s.+\s(?:auf|in)\s+${LANGUAGES}${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));
const CREATES = new RegExp(
  String.raw`${POLITE}(?:(?:tell|write|make\s+up|compose|give|erzähl\p{L}*|schreib\p{L}*|dichte\p{L}*|erfind\p{L}*)\s+)(?:(?:me|us|mir|uns)\s+)?(?:(?:an?|some|the|another|ein\p{L}*|kurz\p{L}*|short|funny|lustig\p{L}*)\s+)*(?:jokes?|poems?|haikus?|limericks?|riddles?|rhymes?|witz\p{L}*|gedichte?s?|rätsel|reime?)(?!\p{L})`,
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
  String.raw`^what(?:'s|’s|\s+is|\s+are|\s+was|\s+were)\s.{1,80}\sabout${END}`,
  String.raw`(?:^|[,.!?]\s*)${POLITE}(?:tell|teach|brief)\s+(?:me|us)\s+(?:(?:something|more|a\s+bit|a\s+little|everything|all|anything|what\s+you\s+know|briefly)\s+)*(?:about|on)\s+(?!how\b|what\b|when\b|why\b|whether\b|where\b|who\b)`,
  String.raw`(?<!\p{L})(?:overview|outline|synopsis|(?:big|whole)\s+picture|in\s+a\s+nutshell|gist|(?:main|key)\s+(?:points|ideas|topics|takeaways|themes|messages))(?!\p{L})`,
  String.raw`(?<!\p{L})summar(?:y|ies|i[sz]e[sd]?|i[sz]ing)(?!\p{L})`,
  String.raw`^what\s+(?:do|does|is|are|can)\s+(?:i\s+find\s+in\s+|in\s+)?(?:the|these|this|those|your|my|our|all)\s+(?:\p{L}+\s+)?${MATERIAL}(?:\s+(?:contain|cover|say|discuss|describe|deal\s+with|talk\s+about|hold|have|in\s+here))?(?:\s+(?:overall|in\s+general))?${END}`,
  String.raw`^(?:what|which)\s+(?:are\s+the\s+)?(?:main\s+|general\s+)?(?:topics?|subjects?|themes?)(?!\p{L})`,
  String.raw`^what\s+do\s+you\s+know\s+about\s`,
  String.raw`${POLITE}(?:introduce\s+(?:me|us)\s+to|give\s+(?:me|us)\s+(?:an?\s+)?(?:introduction|intro|primer)|(?:an?\s+)?(?:introduction|intro|primer)\s+(?:to|on))(?!\p{L})`,
  String.raw`${POLITE}(?:describe|explain)\s.+\s(?:in\s+general|broadly|in\s+broad\s+terms|from\s+scratch|at\s+a\s+high\s+level)${END}`,
  String.raw`(?<!\p{L})(?:überblick|übersicht|zusammenfassung|zusammenfassen|kernaussagen?|kernpunkte|hauptaussagen?|hauptthemen|grundzüge|in\s+groben\s+zügen|kurzfassung|das\s+wichtigste)(?!\p{L})`,
  String.raw`${POLITE}(?:fass|fasse|fassen)\s.+\szusammen(?!\p{L})`,
  String.raw`(?:^|\s)(?:worum|um\s+was)\s+geht(?:'s|’s|\s+es)?(?!\p{L})`,
  String.raw`^wovon\s+handel\p{L}*\s`,
  String.raw`${POLITE}(?:erzähl|erzähle|erzählen|berichte|berichten)\s+(?:(?:sie|du|mir|uns|bitte|mal|etwas|was|mehr|alles|ein\s+bisschen|kurz)\s+)*(?:über|von|vom|zu|zum|zur)\s`,
  String.raw`^was\s+(?:steht|enthalten|enthält|behandeln|behandelt|sagen|sagt|ist|findet\s+sich)\s+(?:alles\s+|so\s+)*(?:in\s+)?(?:den|die|das|der|dem|diesen?|dieses|meinen?|unseren?)\s+(?:\p{L}+\s+)?${MATERIAL_DE}(?:\s+(?:so|alles|insgesamt|drin))*${END}`,
  String.raw`^(?:welche|was\s+für)\s+(?:themen|inhalte|gebiete)(?!\p{L})`,
  String.raw`^was\s+(?:weißt\s+du|wissen\s+sie|kannst\s+du\s+mir)\s+(?:alles\s+|so\s+)*(?:über|zu|zum|zur)\s`,
  String.raw`(?<!\p{L})einführung\s+(?:in|zu|zum|zur)(?!\p{L})`,
  String.raw`${POLITE}stell\p{L}*\s+(?:(?:mir|uns|kurz|bitte)\s+)*.+\svor${END}`,
].map((pattern) => new RegExp(pattern, 'iu'));

const YEAR = /(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)/gu;
const SPECIFIC = new RegExp(
  [
    String.raw`(?<!\p{L})how\s+(?:long|many|much|often|far|high|old|big|large|fast|expensive)(?!\p{L})`,
    String.raw`(?<!\p{L})wie\s+(?:lange?|viele?|oft|weit|hoch|alt|groß|schnell|teuer)(?!\p{L})`,
    String.raw`\d|§`,
    String.raw`(?<!\p{L})(?:cheapest|(?:most|least)\s+expensive|günstigste\p{L}?|billigste\p{L}?|teuerste\p{L}?|best[- ]rated)(?!\p{L})`,
  ].join('|'),
  'iu',
);

/** Reads the kind of a message from its form alone, in German and English. */
export function messageKindOf(message: string): MessageKind {
  const core = withoutCourtesies(message);
  if (isCourtesy(core)) return 'courtesy';
  if (ASSISTANT.some((pattern) => pattern.test(core))) return 'assistant';
  if (isTask(core)) return 'task';
  return isOverview(core) ? 'overview' : 'question';
}

/** Whether a message wants work on a text or numbers that it holds itself. */
function isTask(core: string): boolean {
  if (ARITHMETIC.test(core) && !IS_DATE.test(core)) return true;
  if (REWORKS.test(core) && OWN_TEXT.test(core)) return true;
  return !SOURCES.test(core) && (CREATES.test(core) || TRANSLATES.some((pattern) => pattern.test(core)));
}

function isOverview(core: string): boolean {
  const isSpecific = SPECIFIC.test(core.replaceAll(YEAR, '')) || comparedSides(core) !== null;
  return !isSpecific && OVERVIEW.some((pattern) => pattern.test(core));
}
