// What a server shows with status 200 in the place of a page. Its structure says more than its words, which may be of any
// language: what asks something of the reader has a form or a program, and next to no words of its own.

/** Pages with more words of their own, outside forms, have content. */
const MOST_WORDS = 60;
/** Fewer words than a form or a program has beside it. */
const FEW_WORDS = 25;
/** Consent is asked for at more length. */
const MOST_WORDS_OF_CONSENT = 300;
const WORDS_OF_CONSENT = /\b(?:cookies?|consent\w*|consentement|einwillig\w*|zustimm\w*|consenso|consentimiento)\b/giu;
/** Mentions of consent among so many words are not by the way. */
const WORDS_PER_CONSENT = 40;

const PASSWORD = /<input\b[^>]{0,500}\btype\s*=\s*["']?password/i;
/** Of the services that tell people from programs. */
const CHALLENGE =
  /challenge-platform|cf-chl|turnstile|hcaptcha|recaptcha|px-captcha|datadome|_incapsula_|awswaf|ddos-guard/i;
const FRAME = /<(?:frame|iframe)\b/i;
const PROGRAM = /<(?:no)?script\b/i;
/** Without an end it goes on to that of the page, as in a browser; so no text is searched once for each beginning. */
const FORM = /<form\b[^]*?(?:<\/form\s*>|$)/gi;
const BUTTON = /<(?:form|button)\b/i;

const CHECK = 'shows a check for programs instead of its content';
const LOGIN = 'asks for a login instead of its content';
const CONSENT = 'asks for consent instead of showing its content';
const GONE = 'says that it does not exist, with status 200';
const NEEDS_PROGRAM = 'needs a browser that runs its program';

/** Where structure says nothing: what the page tells its reader, in the languages of most pages. */
const TOLD: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\p{L})(?:you|sie|vous|eres|sei|jesteś|é|вы)(?!\p{L}).{0,25}(?:human|humain|mensch|umano|człowiek|человек|robot|\bbot\b|робот)|(?<!\p{L})(?:your|ihr|votre|tu|il|tuo) ?(?:browser|navigat|navegador).{0,30}\bbefore\b|checking your browser|(?<!\p{L})(?:complete|solve|enter|please|bitte|veuillez|resuelv[ae])(?!\p{L}).{0,40}captcha|javascript.{0,20}cookies/iu,
    CHECK,
  ],
  [
    /(?<!\p{L})(?:please|must|bitte|veuillez|por favor|per favore|prosz[eę]|пожалуйста)(?!\p{L}).{0,40}(?:\b(?:sign|log)[ -]?in\b|anmeld|einlogg|sich.{0,30}\ban\b|connecter|identifier|inici|acced|zaloguj|войд)|\b(?:sign|log)[ -]?in (?:to|before|first)\b.{0,20}\b(?:continue|read|view|access|see)\b|\b(?:login|subscription) (?:is )?required\b/iu,
    LOGIN,
  ],
  [
    /(?<!\p{L})(?:page|seite|página|pagina|strona|strony|страница|sida)(?!\p{L}).{0,120}(?:not found|not be found|n(?:ot|o longer) exists?|nicht gefunden|existiert nicht|introuvable|n.existe p|no (?:se )?(?:existe|encuentra|encontr)|não (?:existe|encontr)|non (?:esiste|trovata)|nie (?:istnieje|znaleziono)|не (?:найден|существует)|finns inte|hittades inte)|nie znaleziono strony/iu,
    GONE,
  ],
  [
    /(?<!\p{L})(?:enable|requires?|needs?|activez|activer|activ[ae]|habilit[ae]|włącz|включите)(?!\p{L}).{0,30}javascript|javascript.{0,30}(?:aktivier|required|disabled|requis)/iu,
    NEEDS_PROGRAM,
  ],
];

/**
 * Why a page is a placeholder instead of a document; null if it is one.
 *
 * @param html its source; letters outside ASCII may be wrong
 * @param text what was read of it
 */
export function standInReason(html: string, text: string): string | null {
  const words = wordsIn(text);
  if (asksForConsent(html, text, words.length)) return CONSENT;
  const asked = new Set((html.match(FORM) ?? []).flatMap((form) => wordsIn(form.replaceAll(/<[^<>]*>/g, ' '))));
  const own = words.filter((word) => !asked.has(word)).length;
  if (own > MOST_WORDS) return null;
  if (own <= FEW_WORDS && PASSWORD.test(html)) return LOGIN;
  if (own <= FEW_WORDS && CHALLENGE.test(html)) return CHECK;
  const told = text.replaceAll(/\s+/g, ' ');
  const [, reason] = TOLD.find(([pattern]) => pattern.test(told)) ?? [];
  if (reason !== undefined) return reason;
  return own === 0 && asked.size > 0 ? 'shows a form instead of its content' : null;
}

/** Why a page has no words at all; null where nothing tells. */
export function reasonOfEmptyPage(html: string): string | null {
  if (FRAME.test(html)) return 'shows its content in frames, which are not read';
  return PROGRAM.test(html) ? NEEDS_PROGRAM : null;
}

/** An article on consent says so in its title. */
function asksForConsent(html: string, text: string, words: number): boolean {
  if (words > MOST_WORDS_OF_CONSENT || !BUTTON.test(html)) return false;
  const title = /<title[^>]{0,100}>([^<]{0,300})/i.exec(html)?.[1] ?? '';
  const mentions = text.match(WORDS_OF_CONSENT)?.length ?? 0;
  return mentions >= 2 && mentions * WORDS_PER_CONSENT >= words && (title.match(WORDS_OF_CONSENT) ?? []).length === 0;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
