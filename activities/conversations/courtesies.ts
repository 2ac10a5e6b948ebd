import { wordPattern, wordsOf } from '../text/word-pattern.ts';

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
/** Words that may stand beside them without asking anything. */
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

/** Whether a message greets, thanks or agrees and says nothing else. */
export function isCourtesy(message: string): boolean {
  const rest = message.replaceAll(ANY, ' ');
  return rest !== message && wordsOf(rest).every(({ text }) => BESIDE.has(text.toLowerCase()));
}

/** A message without the greeting in front of it and the thanks behind it; one that is nothing else stays as it is. */
export function withoutCourtesies(message: string): string {
  return isCourtesy(message) ? message : message.replace(TRAILING, '').replace(LEADING, '').trim();
}
