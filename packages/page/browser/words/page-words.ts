import { ASK } from './ask-words.ts';
import { BRIEFINGS } from './briefings-words.ts';
import { de, en, type PageLanguage, type Pair, say, type Spoken, spokenIn } from './language.ts';
import { LIBRARY } from './library-words.ts';
import { LIVE } from './live-words.ts';
import { COMPARE, PANEL, REPORT } from './report-words.ts';
import { MEMORY, SETTINGS, SIGN_IN } from './settings-words.ts';
import { RAIL, RUNS, SESSIONS } from './work-words.ts';

const PAGE = {
  panel: PANEL,
  report: REPORT,
  live: LIVE,
  briefings: BRIEFINGS,
  compare: COMPARE,
  library: LIBRARY,
  memory: MEMORY,
  settings: SETTINGS,
  otherLanguage: say('Deutsch', 'English'),
  dark: say('Dark', 'Dunkel'),
  light: say('Light', 'Hell'),
  engine: {
    model: (name: string) => name,
    none: say('without model', 'ohne Modell'),
    lost: say('model away', 'Modell offline'),
    server: say('server away', 'Server offline'),
    away: say('The server does not answer.', 'Der Server antwortet nicht.'),
    again: say(
      'The server does not answer. It is asked again every 3 seconds.',
      'Der Server antwortet nicht. Er wird alle 3 Sekunden wieder gefragt.',
    ),
    kept: say(
      'The server does not answer. Your question is kept and is sent when it is back.',
      'Der Server antwortet nicht. Ihre Frage bleibt und wird gesendet, sobald er wieder da ist.',
    ),
    withdrawn: say(
      'What the model wrote was withdrawn: its sources do not say it. These are places that were found instead.',
      'Was das Modell schrieb, wurde zurückgezogen: Seine Quellen sagen es nicht. Das sind Stellen, die stattdessen gefunden wurden.',
    ),
    instead: say(
      'The model did not answer. These are places that were found without it.',
      'Das Modell hat nicht geantwortet. Das sind Stellen, die ohne es gefunden wurden.',
    ),
  },
  certainty: {
    signs: {
      confirmed: say('Every statement confirmed', 'Alle Aussagen bestätigt'),
      partly: say('Not every statement confirmed', 'Nicht alle Aussagen bestätigt'),
      poor: say('Few statements confirmed', 'Wenige Aussagen bestätigt'),
      unjudged: say('Not checked in full', 'Nicht vollständig geprüft'),
      missing: say('Not found in what was read', 'Nicht gefunden in dem, was gelesen wurde'),
    },
    counts: {
      quotations: (equal: number, all: number) =>
        say(
          `${equal === all ? '' : `${equal} of `}${all === 1 ? '1 quotation equals its source' : `${all} quotations equal their sources`}`,
          `${equal === all ? '' : `${equal} von `}${all === 1 ? '1 Zitat gleicht seiner Quelle' : `${all} Zitate${equal === all ? '' : 'n'} gleichen ihren Quellen`}`,
        ),
      confirmed: (count: number) =>
        say(
          `${count} ${count === 1 ? 'statement' : 'statements'} confirmed`,
          `${count} ${count === 1 ? 'Aussage' : 'Aussagen'} bestätigt`,
        ),
      unsure: (count: number) => say(`${count} unsure`, `${count} unsicher`),
      leftOut: (count: number) => say(`${count} left out`, `${count} weggelassen`),
      notJudged: (count: number) => say(`${count} not judged`, `${count} nicht beurteilt`),
    },
    made: say(
      'Quotations are compared with their stored sources, character by character. A statement is confirmed if it is the words of its source, or if a model that looked once more found that its quotations say it; it can err.',
      'Zitate werden Zeichen für Zeichen mit den gespeicherten Quellen verglichen. Eine Aussage ist bestätigt, wenn sie die Worte ihrer Quelle sind oder wenn ein Modell beim zweiten Blick fand, dass ihre Zitate sie sagen; es kann irren.',
    ),
    care: say(
      'Read with care: for most statements it was not confirmed that their quotations say them.',
      'Mit Vorsicht zu lesen: Für die meisten Aussagen ist nicht bestätigt, dass ihre Zitate sie sagen.',
    ),
    readOf: (read: number, all: number) =>
      say(`${en(read)} of ${en(all)} documents`, `${de(read)} von ${de(all)} Dokumenten`),
  },
  keyboard: {
    heading: say('Keyboard', 'Tastatur'),
    keys: [
      ['Enter', say('sends a question', 'sendet eine Frage')],
      [say('Shift Enter', 'Umschalt Enter'), say('begins a line', 'beginnt eine Zeile')],
      [say('Ctrl Enter', 'Strg Enter'), say('sends any form', 'sendet jedes Formular')],
      ['/', say('leads to the field for a question', 'führt in das Feld für eine Frage')],
      ['Tab, Enter', say('leads to a number, and opens its source', 'führt zu einer Zahl und öffnet ihre Quelle')],
      ['Escape', say('closes what is open, and leads back', 'schließt, was offen ist, und führt zurück')],
      ['?', say('shows this', 'zeigt das hier')],
    ] as readonly (readonly [keys: string | Pair, does: Pair])[],
  },
  skip: say('Skip to the content', 'Zum Inhalt springen'),
  views: say('Views', 'Ansichten'),
  ask: ASK,
  sessions: SESSIONS,
  runs: RUNS,
  rail: RAIL,
  loading: say('Loading …', 'Wird geladen …'),
  notFound: say(
    'There is nothing at this address; it may have been deleted.',
    'Unter dieser Adresse ist nichts; vielleicht wurde es gelöscht.',
  ),
  failed: (detail: string) => say(`This could not be loaded: ${detail}`, `Das konnte nicht geladen werden: ${detail}`),
  again: say('Try again', 'Noch einmal'),
  signIn: SIGN_IN,
  contents: say('Contents', 'Inhalt'),
  published: (day: string) => say(`Published ${day}`, `Veröffentlicht am ${day}`),
  stoppedEarly: say('stopped early', 'vorzeitig beendet'),
  offline: say(
    'without a model: words of the sources, chosen by rule',
    'ohne Modell: Worte der Quellen, nach Regeln gewählt',
  ),
  model: say('written by a model', 'von einem Modell geschrieben'),
  citation: (number: number, title: string) =>
    say(`Open source ${number}: ${title}`, `Quelle ${number} öffnen: ${title}`),
  source: (number: number) => say(`Source ${number}`, `Quelle ${number}`),
  sources: say('Sources', 'Quellen'),
  close: say('Close', 'Schließen'),
  copy: say('Copy claim with citation', 'Aussage mit Beleg kopieren'),
  copied: say('Copied.', 'Kopiert.'),
  unverified: say(
    'In doubt: its quotations neither confirm nor deny it.',
    'Zweifelhaft: Ihre Zitate bestätigen und widerlegen sie nicht.',
  ),
  untrusted: say('From a passage that addresses a program.', 'Aus einer Textstelle, die sich an ein Programm wendet.'),
  originalWording: (language: string) => say(`Original wording (${language})`, `Originalwortlaut (${language})`),
  checking: say('Comparing with the stored source …', 'Wird mit der gespeicherten Quelle verglichen …'),
  equal: say(
    'The quotation equals the stored source, character by character; compared just now.',
    'Das Zitat gleicht der gespeicherten Quelle Zeichen für Zeichen; eben verglichen.',
  ),
  different: (fault: string) => say(`The quotation is wrong: ${fault}`, `Das Zitat hält nicht stand: ${fault}`),
  wordsCompared: say(
    'The claim is made of the words of its quotations.',
    'Die Aussage besteht aus Worten ihrer Zitate.',
  ),
  judgedByMeaning: say(
    'The claim rewords its quotations; a model that looked once more confirmed that.',
    'Die Aussage formuliert ihre Zitate um; ein Modell hat das beim zweiten Blick bestätigt.',
  ),
  notJudged: say('Whether its quotations say it was not judged.', 'Ob ihre Zitate sie sagen, wurde nicht beurteilt.'),
  seen: say(
    'A model read this in a picture of the source; it can err.',
    'Ein Modell hat das in einem Bild der Quelle gelesen; es kann irren.',
  ),
  verbatim: say('The claim is a passage of the source.', 'Die Aussage ist eine Textstelle der Quelle.'),
  lines: (lines: string) =>
    say(`${/[–-]/.test(lines) ? 'lines' : 'line'} ${lines}`, `${/[–-]/.test(lines) ? 'Zeilen' : 'Zeile'} ${lines}`),
  page: (page: number, label: string | null, recognised?: number) =>
    say(
      `page ${page}${label === null ? '' : ` (printed ${label})`}${recognised === undefined ? '' : `, read by OCR (${recognised} %)`}`,
      `Seite ${page}${label === null ? '' : ` (gedruckt ${label})`}${recognised === undefined ? '' : `, durch OCR gelesen (${recognised} %)`}`,
    ),
  pageOf: (page: number, count: number) => say(`Page ${page} of ${count}`, `Seite ${page} von ${count}`),
  previousPage: say('Previous page', 'Vorige Seite'),
  nextPage: say('Next page', 'Nächste Seite'),
  asText: say('Show as text', 'Als Text zeigen'),
  asPage: say('Show as page', 'Als Seite zeigen'),
  noOriginal: (detail: string) =>
    say(
      `The page cannot be shown (${detail}). This is its text as read.`,
      `Die Seite kann nicht gezeigt werden (${detail}). Dies ist ihr Text, wie er gelesen wurde.`,
    ),
  notMarked: say(
    'The words could not be located on the image of this page; they are marked in the text.',
    'Die Worte fanden sich nicht auf dem Bild dieser Seite; im Text sind sie markiert.',
  ),
  textOf: (title: string) => say(`Text of ${title}`, `Text von ${title}`),
  earlier: say('Show the text before', 'Zeigen, was davor steht'),
  later: say('Show what follows', 'Zeigen, was folgt'),
  facts: {
    document: say('Document', 'Dokument'),
    tier: say('Tier', 'Rang'),
    weight: say('Weight', 'Gewicht'),
    relevance: say('Relevance', 'Relevanz'),
    published: say('Published', 'Erschienen'),
    read: say('Read', 'Gelesen'),
    standing: say('Standing', 'Stand'),
  },
  tier: (tier: number) =>
    say(
      ['primary', 'secondary', 'tertiary'][tier - 1] ?? `${tier}`,
      ['primär', 'sekundär', 'tertiär'][tier - 1] ?? `${tier}`,
    ),
  relevance: (first: string, last: string | null) =>
    say(last === null ? first : `${first}, ${last} at the end`, last === null ? first : `${first}, am Ende ${last}`),
  sourceTier: {
    1: say('primary or official source', 'primäre oder amtliche Quelle'),
    2: say('established secondary source', 'anerkannte Sekundärquelle'),
    3: say('user-generated or unknown source', 'nutzergenerierte oder unbekannte Quelle'),
  },
  unknown: say('unknown', 'unbekannt'),
  standing: {
    unchanged: say('unchanged when the report was written', 'unverändert, als der Bericht entstand'),
    changed: say('changed after it was read', 'nach dem Lesen geändert'),
    missing: say('gone when the report was written', 'nicht mehr da, als der Bericht entstand'),
    unseen: say(
      'its folder was out of reach when the report was written',
      'ihr Ordner war nicht erreichbar, als der Bericht entstand',
    ),
  },
  why: say('Why is this here?', 'Warum steht das hier?'),
  steps: {
    claim: say('Claim', 'Aussage'),
    citation: say('Citation', 'Beleg'),
    finding: say('Finding', 'Befund'),
    task: say('Task', 'Aufgabe'),
    queries: say('Queries of all tasks', 'Suchanfragen aller Aufgaben'),
    question: say('Question', 'Frage'),
  },
  origin: {
    search: say('found by search', 'durch Suche gefunden'),
    reference: say('found by a reference', 'über einen Verweis gefunden'),
    clarification: say('found while clarifying', 'beim Klären gefunden'),
  },
  belowThreshold: say(
    'below the relevance threshold, but among the first or the best',
    'unter der Relevanzschwelle, aber unter den ersten oder besten',
  ),
  behind: {
    heading: say('Behind this report', 'Hinter diesem Bericht'),
    notes: say('Notes', 'Hinweise'),
    account: say('How it came about', 'Wie er entstand'),
    refusedStatements: (count: number) =>
      say(`Statements that verification refused (${count})`, `Von der Prüfung abgelehnte Aussagen (${count})`),
    outcomes: { mended: say('written anew', 'neu geschrieben'), 'left-out': say('left out', 'weggelassen') },
    leftOutHere: (count: number) => say(`${count} left out here`, `${count} hier weggelassen`),
    clarified: {
      heading: say('How your answers were understood', 'Wie Ihre Antworten verstanden wurden'),
      refinedIntent: say('What you want to know', 'Was Sie wissen wollen'),
      scope: say('Where it ends', 'Wo es endet'),
      keyClarifications: say('What you made clear', 'Was Sie geklärt haben'),
      remainingGaps: say('What stayed open', 'Was offen blieb'),
    },
    doubted: (count: number) =>
      say(
        `Statements that the cited words neither confirm nor deny (${count})`,
        `Aussagen, die die zitierten Worte weder bestätigen noch widerlegen (${count})`,
      ),
    drift: (count: number) =>
      say(`Findings dropped before writing (${count})`, `Vor dem Schreiben verworfene Befunde (${count})`),
    refused: (count: number) => say(`References not followed (${count})`, `Nicht verfolgte Verweise (${count})`),
    unresolved: (count: number) => say(`References without a target (${count})`, `Verweise ohne Ziel (${count})`),
    unreadable: (count: number) =>
      say(
        `Files and pages that were not read, or only in part (${count})`,
        `Nicht oder nur zum Teil gelesene Dateien und Seiten (${count})`,
      ),
    more: (count: number) => say(`… and ${count} more`, `… und ${count} weitere`),
  },
  trust: {
    equal: say('quotations that equal their sources', 'Zitate gleich ihren Quellen'),
    confirmed: say('statements confirmed', 'Aussagen bestätigt'),
    unsure: say('unsure', 'unsicher'),
    leftOut: say('left out', 'weggelassen'),
    notJudged: say('not judged', 'nicht beurteilt'),
  },
};

/** What the page itself says. */
export type PageWords = Spoken<typeof PAGE> & { readonly language: PageLanguage };

const WORDS: Readonly<Record<PageLanguage, PageWords>> = {
  en: { ...spokenIn('en', PAGE), language: 'en' },
  de: { ...spokenIn('de', PAGE), language: 'de' },
};

export function wordsIn(language: PageLanguage): PageWords {
  return WORDS[language];
}
