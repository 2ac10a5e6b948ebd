import { CITATION_KEY } from '@plumbline/contracts/evidence/citation-key';
import { type InjectionSignal, injectionSignalSchema } from '@plumbline/contracts/evidence/source';
import { memoised } from '@plumbline/text/text-memo';
import { hidesWords, tagWordsIn, withoutInvisibleCharacters } from '../text/normalised-text.ts';
import { DICTATION_PHRASES } from './dictation-phrases.ts';

/**
 * Patterns, by language, of orders to a program that reads the text; matched against normalized text. They match
 * phrases, not single words: manuals and laws are full of instructions to people. None has the flag `u`, which makes
 * matching ten times slower. One joined pattern takes five times as long to compile, and longer to match.
 */
const INSTRUCTIONS: readonly RegExp[] = [
  ...english(),
  ...german(),
  ...romance(),
  ...otherScripts(),
  ...DICTATION_PHRASES,
];

/** Runs that may be Base64, or its form for addresses. */
const BASE64_RUNS = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{40,4096}/g;

/** Imitations of our prompt's tags, citation keys and answers, and of the roles in a conversation with a model. */
const IMITATED_MARKUP: readonly RegExp[] = [
  /<\s*\/\s*(?:passage|anchor|finding|faults|clarification|answer_schema|sentences|conversation|gaps|draft)\s*>/,
  new RegExp(String.raw`[[(【]\s*${CITATION_KEY}\s*[\])】,;]`),
  /"(?:relevancereason|keyfindings|remaininggaps|knowledgegaps|refinedintent|keyclarifications)"\s*:/,
  /"scores"\s*:\s*\[\s*\{\s*"id"\s*:/,
  /<\|(?:im_start|im_end|system|user|assistant|eot_id|start_header_id|end_header_id|endoftext|begin_of_text)\|>/,
  /\[\/?inst\]|<<\/?sys>>|<(?:start|end)_of_turn>|"role"\s*:\s*"(?:system|developer)"/,
  /(?:^|[\n.>#*!?] ?)(?:system|developer|admin(?:istrator)?) (?:message|prompt|override|notice|instructions?)\s?:/,
];

/** Imitations of turns in a conversation with a model, or of tool results; each begins a line. */
const ROLES: readonly RegExp[] = [
  /^[\s*_>#|[(<-]{0,8}(?:system|user|human)[*_\]> ]{0,4}: ?[^\n]*\n\s*[\s*_>#|[(<-]{0,8}(?:assistant|ai|model|system)[*_\]> ]{0,4}:/m,
  /^[\s*_>#|[(<-]{0,8}(?:system|assistant|developer)[*_\]> ]{0,4}: ?(?:you (?:are|must|will|should)|from now on|ignore|disregard|override|the (?:user|correct|verified|assistant)|always|new (?:task|rule|instruction)|answer|respond|tell|i (?:have|must|will))/m,
  /^#{2,4} ?(?:instructions?|system|system prompt|response|assistant|user) ?:?\n+[^\n]+\n+#{2,4} ?(?:response|assistant|output) ?:?$/m,
  /^[\s*_>#|[(<-]{0,8}(?:tool|function|retriever|retrieval|search tool|plugin|fact[ -]?check(?:er)?|verifier)[ _-](?:outputs?|results?|responses?|messages?)[*_\]> ]{0,4}:/m,
  /^[\s*_>#|[(<-]{0,8}(?:final answer|action input)[*_\]> ]{0,4}:/m,
  /<\/?(?:system|assistant|tool_(?:result|response|output|call|use)s?|function_(?:result|response|output|call)s?|system[-_](?:reminder|prompt|message)|search_results?|retrieved_(?:documents?|context))>/,
];

const SHORTEST_BASE64_LINE = 60;
/** Base64, also broken into lines as in mail and certificates. */
const BASE64_LINES = /(?:[A-Za-z0-9+/]{60,76}\r?\n)+[A-Za-z0-9+/]{2,76}={0,2}/g;
const MAX_DECODED = 500;
/** The passages of many answers. */
const REMEMBERED_CHARACTERS = 1_000_000;
/**
 * Cyrillic and Greek letters that look like Latin ones, and (below) the letters they imitate; counted only next to
 * Latin ones.
 */
const HOMOGLYPHS = 'аеорсухіјѕԁһӏνοαικρ';
const LATIN = 'aeopcyxijsdhlvoaikp';
const AMONG_LATIN = /(?<=[a-z])[\u0370-\u03FF\u0400-\u052F]{1,3}|[\u0370-\u03FF\u0400-\u052F]{1,3}(?=[a-z])/g;

/**
 * Finds text in sources that addresses a program reading it, or tries to deceive one. A signal is not a verdict: a
 * manual for such programs uses the same words, and attackers can find others. Marked text is reported and ranks last
 * as an answer, but is never dropped.
 */
export function injectionSignalsIn(...texts: readonly string[]): InjectionSignal[] {
  const found = new Set(texts.flatMap((text) => signalsIn(text, '')));
  return injectionSignalSchema.options.filter((signal) => found.has(signal));
}

/** The orders themselves, normalized. */
export function ordersIn(text: string): string[] {
  return readingsOf(text).readings.flatMap((reading) => {
    // Most are not held, and a pattern that finds all places has to be compiled.
    const held = INSTRUCTIONS.filter((pattern) => pattern.test(reading));
    return held.flatMap((pattern) => [...reading.matchAll(new RegExp(pattern, 'g'))].map(([order]) => order.trim()));
  });
}

const signalsIn = memoised(readSignals, REMEMBERED_CHARACTERS);

function readSignals(text: string): readonly InjectionSignal[] {
  const { readings, lines } = readingsOf(text);
  const holds = (patterns: readonly RegExp[], of: readonly string[] = readings): boolean =>
    patterns.some((pattern) => of.some((reading) => pattern.test(reading)));
  return [
    ...(holds(INSTRUCTIONS) ? (['instructions'] as const) : []),
    ...(hidesWords(text) ? (['hidden-characters'] as const) : []),
    ...(holds(IMITATED_MARKUP) || holds(ROLES, [lines]) ? (['imitated-markup'] as const) : []),
  ];
}

interface Readings {
  /** As paragraphs, as one run of words across paragraphs and lists, and decoded. */
  readonly readings: readonly string[];
  /** In lower case, line by line. */
  readonly lines: string;
}

function readingsOf(text: string): Readings {
  const lines = lowerCase(text);
  const paragraphs = comparable(lines);
  const coded = [tagWordsIn(text), ...decodedParts(text)].filter((part) => part !== '');
  const decoded = coded.length === 0 ? [] : [comparable(lowerCase(coded.join('\n\n')))];
  return { readings: [...new Set([paragraphs, inOneRun(paragraphs), ...decoded])], lines };
}

/** Single spaces, and paragraphs apart. */
function comparable(lines: string): string {
  return lines
    .replace(/^ {0,3}#{1,6} .*$/gm, '\n$&\n')
    .replace(/[^\S\n]{2,}|[^\S\n ]/g, ' ')
    .replace(/(?<!\n) ?\n ?(?!\n)/g, ' ');
}

/** In lower case, and without characters that hide or imitate others. */
function lowerCase(text: string): string {
  return withoutInvisibleCharacters(text)
    .replace(/&#(x[0-9a-f]{2,5}|\d{2,6});/gi, toCharacter)
    .normalize('NFKC')
    .toLowerCase()
    .replace(AMONG_LATIN, (letters) => letters.replace(/[^]/g, toLatin));
}

function toLatin(letter: string): string {
  return LATIN.charAt(HOMOGLYPHS.indexOf(letter)) || letter;
}

function toCharacter(entity: string, code: string): string {
  const point = code.startsWith('x') || code.startsWith('X') ? Number.parseInt(code.slice(1), 16) : Number(code);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entity;
}

/** Removes the markup of headings, lists, tables, emphasis and code, so that it cannot split an order. */
function inOneRun(paragraphs: string): string {
  return paragraphs
    .replace(/\n(?:[-+•]|\d{1,3}[.)]) /g, ' ')
    .replace(/ (?:[-+•]|\d{1,3}[.)]) /g, ' ')
    .replace(/[*_~`|#>]+/g, ' ')
    .replace(/\s+/g, ' ');
}

/** Decodes the parts that look like Base64 and are readable text. */
function decodedParts(text: string): string[] {
  const whole = text.match(BASE64_RUNS) ?? [];
  // Lines of Base64 are found as whole parts, too.
  const hasLines = whole.some(({ length }) => length >= SHORTEST_BASE64_LINE);
  const parts = [...whole, ...((hasLines ? text.match(BASE64_LINES) : null) ?? [])];
  return parts.slice(0, MAX_DECODED).flatMap((part) => {
    const decoded = Buffer.from(part, 'base64').toString('utf8');
    return decoded.includes('\uFFFD') ? [] : [decoded];
  });
}

function english(): RegExp[] {
  const reader =
    '(?:ai|a\\.i\\.|llms?|(?:large )?language models?|(?:ai |research )?(?:assistants?|agents?)|chatbots?)';
  const language =
    '(?:french|german|english|spanish|chinese|russian|arabic|japanese|italian|portuguese|latin|another language)';
  return [
    /\b(?:ignore|disregard|forget|override|bypass)(?: (?:all|any|every|everything|the|your|of|these|those|my|and|other))* (?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|system|safety|your)(?: \w+)? (?:instructions?|prompts?|rules|guidelines|directives|commands|orders|directions|context|messages?|task)\b/,
    /\b(?:ignore|disregard|forget)(?: all| any| everything)+(?: of)?(?: the| your)? (?:instructions|prompts|rules|directives|(?:that )?(?:you were told|came before|is above))\b/,
    new RegExp(
      `\\byou are (?:now|no longer)(?: an?)?(?: [a-z-]+){0,3} (?:${reader}|bots?|dan|unrestricted|jailbroken|bound by|developer mode)\\b`,
    ),
    new RegExp(
      `\\b(?:instructions?|directives?|orders|notice|note|message|attention)[:,]? (?:to|for) (?:all |any |the |every )?${reader}\\b(?! (?:to|for|with|provider|sdk|api|developers|users))`,
    ),
    new RegExp(`\\b(?:attention|dear|hey|hello),? ${reader}\\b`),
    new RegExp(`\\bif you are (?:an? )?${reader}\\b`),
    /\b(?:reveal|print|repeat|output|disclose|leak|expose)(?: me)?(?: the| your| its| all)* (?:system prompt|hidden prompt|initial prompt|instructions above|(?:initial|hidden|system) instructions)\b/,
    /\b(?:reveal|leak|exfiltrate|disclose)(?: the| your| all)+ (?:api keys?|credentials|secrets|environment variables|passwords?)\b/,
    /\bdo not (?:tell|inform|alert|warn) the (?:user|human|person who asks|operator)\b/,
    new RegExp(
      `\\b(?:answer|respond|reply|write|report|summari[sz]e)(?: the| your| this| all| every)*(?: report| answers?| response| everything| sentence)?(?: only| exclusively| entirely)? in ${language}(?: only| instead| from now on)`,
    ),
    new RegExp(
      `\\b(?:from now on|henceforth|(?:you|the report|every answer) must)[ ,]+(?:you |be |only |always |will )*(?:answer|respond|reply|write|written|speak)[a-z]*(?: only| exclusively)? in ${language}\\b`,
    ),
    /\b(?:raise|increase|extend|lift|remove|double|ignore|set)(?: the| your| all)* (?:tokens?|models?|research|spending|search|calls?|runs?|budget)(?: and \w+)? ?(?:budget|quota|limits?)(?: \w+)? (?:to|of|for|by|until|entirely|now)\b/,
    /\byour (?:budget|limits?|quota) (?:is|are|has been|have been) (?:now )?(?:unlimited|lifted|removed|raised)\b/,
    new RegExp(
      `\\b(?:you|${reader})(?: must| should| will| shall| now|:)+ (?:call|invoke|execute|run|use) the (?:tool|function|command|shell|browser)\\b`,
    ),
    /\b(?:send|post|append|forward|upload|leak|exfiltrate|submit|transmit)\b[^.\n]{0,60}\b(?:conversation|system prompt|chat history|(?:the|user's|this) question|research results?)\b[^\n]{0,60}https?:\/\//,
    /!\[[^\]\n]{0,80}\]\(https?:[^)\n]{0,200}(?:\{|\$|%7b|<)(?:the )?(?:question|conversation|prompt|secret|answer|data|query|key)/,
    /\b(?:always|only|must) cite (?:only )?(?:this|the following) (?:page|document|source|key)\b/,
    /\btreat this (?:page|document|source|text) as (?:the )?(?:only|primary|authoritative|official|single)\b/,
    /\b(?:rate|score|mark|give|assign)(?: all| every)? (?:this|these|other|the other) (?:passages?|pages?|documents?|sources?|texts?)(?: an?| the| as| with)*(?: \w+)? (?:1(?:\.0)?|0|10|100|relevan(?:ce|t)|irrelevant|scores?)\b/,
  ];
}

function german(): RegExp[] {
  const reader = '(?:ki|ki-[a-zà-ÿœ]+|künstliche intelligenz|sprachmodelle?|assistent(?:en|in)?|chatbots?|llms?)';
  return [
    /(?<![a-zà-ÿœ])(?:ignorier(?:e|en sie|t)?|missachte[nt]?(?: sie)?|vergiss|vergessen sie|übergeh(?:e|en sie)|verwirf)(?: (?:alle[ns]?|die|deine[nr]?|ihre|sämtliche[nr]?|und|aller|der|diese|von))* (?:bisherige|vorherige|vorige|obige|frühere|vorangegangene|ursprüngliche|system|deine|ihre|alle)[a-zà-ÿœ]* ?(?:anweisungen|instruktionen|vorgaben|befehle|regeln|anordnungen)/,
    new RegExp(
      `(?:anweisung|hinweis|nachricht|befehl)(?:en|e)? (?:an|für)(?: die| das| den| alle| jede)* ${reader}(?![a-zà-ÿœ])`,
    ),
    new RegExp(`(?<![a-zà-ÿœ])du bist (?:jetzt|nun|ab sofort|ab jetzt)(?: [a-zà-ÿœ]+){0,3} ${reader}(?![a-zà-ÿœ])`),
    /(?<![a-zà-ÿœ])(?:antworte|schreib(?:e|en sie)?|antworten sie)(?: den bericht| die antwort| alles)?(?: ab jetzt| ab sofort| nur noch| ausschließlich| von nun an)+(?: den bericht| die antwort| alles)? (?:auf|in) [a-zà-ÿœ]+/,
    /(?<![a-zà-ÿœ])(?:gib|nenne|verrate|zeige)(?: mir)? (?:deinen|den) system-?prompt/,
    /(?<![a-zà-ÿœ])(?:erhöhe|hebe|setze|verdopple|überschreite)(?: das| dein| die| den| deine[ns]?)+ (?:token-?|modell-?|such-?)?(?:budget|kontingent)/,
    /(?<![a-zà-ÿœ])(?:sende|schicke|übermittle)[^.\n]{0,60}(?:gespräch|frage|systemprompt|verlauf)[^\n]{0,60}https?:\/\//,
  ];
}

function romance(): RegExp[] {
  return [
    /(?<![a-zà-ÿœ])(?:ignore[rz]?|oublie[rz]?|néglige[rz]?|ne tiens pas compte|ne tenez pas compte)[^.\n]{0,30}(?:instructions?|consignes?|directives?|règles) (?:précédentes?|antérieures?|ci-dessus|du système|initiales)/,
    /(?<![a-zà-ÿœ])(?:instructions?|consignes?|message) (?:pour|à) (?:l['’]|les |le |toute )?(?:ia|assistants?|modèles?|agents?)(?![a-zà-ÿœ])/,
    /(?<![a-zà-ÿœ])(?:réponds?|répondez|rédige[rz]?|écri[st]|écrivez)[^.\n]{0,30}(?:uniquement|désormais|seulement|exclusivement) en [a-zà-ÿœ]+/,
    /(?<![a-zà-ÿœ])(?:ignora|ignore|olvida|olvide|descarta)[^.\n]{0,30}(?:instrucciones|indicaciones|órdenes|reglas) (?:anteriores|previas|del sistema)/,
    /(?<![a-zà-ÿœ])(?:ignora|dimentica|ignori)[^.\n]{0,30}(?:istruzioni|regole|indicazioni) (?:precedenti|di sistema)/,
    /(?<![a-zà-ÿœ])(?:ignore|esqueça|desconsidere)[^.\n]{0,30}(?:instruções|regras|ordens) (?:anteriores|prévias|do sistema)/,
  ];
}

function otherScripts(): RegExp[] {
  return [
    /(?:игнориру|забуд|пренебрег|не обращай)[а-яё]*[^.\n]{0,40}(?:инструкци|указани|команд|предписани)[а-яё]*/,
    /отвеча[а-яё]* (?:только|теперь|исключительно|отныне)[^.\n]{0,20}(?:на|по)[ -][а-яё]+/,
    /(?:忽略|无视|無視|忽視|忘记|忘記|不要理会)[^。\n]{0,15}(?:指令|指示|说明|說明|提示|规则|規則|命令)/,
    /(?:从现在起|從現在起|必须|必須|只能)[^。\n]{0,8}(?:用|以)[\u4e00-\u9fff]{1,3}(?:文|语|語)[^。\n]{0,6}(?:回答|撰写|撰寫|回复)/,
    /(?:以前|これまで|上記|前)の?[^。\n]{0,8}(?:指示|命令|ルール)[^。\n]{0,8}(?:無視|忘れ)/,
    /(?:이전|위의|앞선)[^.\n]{0,12}(?:지시|명령|지침)[^.\n]{0,8}(?:무시|잊)/,
    /(?:تجاهل|تجاهلوا|انس|أهمل)[^.\n]{0,40}(?:التعليمات|الأوامر|التوجيهات|القواعد|تعليمات)/,
  ];
}
