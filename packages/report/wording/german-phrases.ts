import { counted } from '@plumbline/contracts/common/counted';
import { describeDiagnostic } from './diagnostic-phrases.ts';
import { pageOf, type ReportPhrases } from './english-phrases.ts';
import { describeGap } from './gap-phrases.ts';
import { summarizeSpending } from './spending-phrases.ts';

const STAGE = { plan: 'der Planung', research: 'der Recherche', synthesis: 'dem Schreiben' } as const;

export const GERMAN: ReportPhrases = {
  language: 'de',
  nothingFound: 'Zu dieser Frage wurde in den Dokumenten nichts gefunden.',
  nothingFoundInPart: 'Zu dieser Frage wurde in dem, was gelesen wurde, nichts gefunden.',
  nothingRead: 'Es konnte nichts gelesen werden, was diese Frage vielleicht beantwortet.',
  nearest: 'Der Frage am nächsten kommen:',
  allWordsFound: 'Alle Wörter der Frage wurden gefunden.',
  wordless: (marks) => `Nach der Bedeutung oder nach Wortteilen gefunden, ohne ein Wort der Frage: ${marks}.`,
  passages: 'Fundstellen',
  searched(files, providers, searches) {
    const web = `das Web (${providers.join(', ')})`;
    const places = [
      ...(files > 0 || providers.length === 0 ? [counted(files, 'Datei', 'Dateien')] : []),
      ...(providers.length > 0 ? [web] : []),
    ];
    return `Durchsucht: ${places.join(' und ')} mit ${counted(searches, 'Suchanfrage', 'Suchanfragen')}.`;
  },
  overview: 'Überblick',
  conflicts: 'Widersprüchliche Aussagen',
  conflict: (number) =>
    `**Widerspruch ${number}:** Die Quellen sagen Verschiedenes. Jede Aussage steht hier, wie sie ist:`,
  limitations: 'Einschränkungen',
  keyFindings: 'Wesentliche Befunde',
  rulesStoodIn: 'Das Modell gab keinen brauchbaren Bericht; gezeigt sind die Fundstellen der Suche.',
  refusedStatements: 'Aussagen, die die Prüfung abgelehnt hat',
  doubtedStatements: 'Aussagen, die die zitierten Worte weder bestätigen noch widerlegen',
  leftOut: 'weggelassen',
  mended: (replacement) => `neu geschrieben: ${replacement}`,
  unanswered: 'Was nicht beantwortet werden konnte',
  assumptions: 'Klärungen und Annahmen',
  assumed: 'Angenommen',
  skipped: 'nicht beantwortet',
  timedOut: 'keine Antwort innerhalb der Frist',
  unreadableFiles: (count, named) =>
    `${counted(count, 'Datei konnte', 'Dateien konnten')} nicht gelesen werden: ${named}.`,
  partlyReadFiles: (count, named) =>
    `${counted(count, 'Datei wurde', 'Dateien wurden')} nicht oder nur zum Teil gelesen: ${named}.`,
  partlyReadPages: (count, named) =>
    `${counted(count, 'Webseite wurde', 'Webseiten wurden')} nur zum Teil gelesen: ${named}.`,
  more: (count) => `… und ${count} weitere in report.json`,
  rest: 'alles Weitere: report.json und die Seite',
  drift: (tiers) => `Befunde sind von der Frage abgeschweift: ${tiers}.`,
  tierDrift: ({ tier, total, kept }) => `Kontextstufe ${tier}: ${total - kept} von ${total} verworfen`,
  droppedFindings: (count, named) =>
    `${counted(count, 'Befund', 'Befunde')} wegen zu geringer Relevanz am Ende verworfen: ${named}.`,
  refusedReferences: (count, named) =>
    `${counted(count, 'Verweis', 'Verweise')} nicht verfolgt, Ziel unter der Relevanzschwelle: ${named}.`,
  unresolvedReferences: (count, named) =>
    `${counted(count, 'Verweis', 'Verweise')} ohne Ziel in den Dokumenten: ${named}.`,
  sources: 'Quellen',
  excerpt: (words) => `„${words}“`,
  unused: 'nicht zitiert',
  lines: (range) => `${/[-–]/.test(range) ? 'Zeilen' : 'Zeile'} ${range}`,
  page: (page, label, recognised) =>
    pageOf(`Seite ${page}${label === null ? '' : ` (gedruckt ${label})`}`, 'durch OCR gelesen', recognised),
  published: (day) => `Stand ${day}`,
  retrieved: (day) => `gelesen ${day}`,
  untrusted: '⚠ Aus einer Textstelle, die ein Programm anspricht',
  untrustedPlace: '⚠ spricht ein Programm an',
  onlyUntrusted:
    'Alles, was gefunden wurde, richtet sich an ein Programm, das es liest, und ist mit ⚠ bezeichnet. Prüfen Sie es, bevor Sie sich darauf verlassen.',
  untrustedBelow:
    'Mit ⚠ bezeichneter Text stammt aus Textstellen, die ein Programm ansprechen, das sie liest; eine Antwort ist es nicht.',
  untrustedExplained:
    '⚠ bezeichnet Worte aus Textstellen, die einem lesenden Programm Anweisungen geben, eines nachahmen, Worte verbergen oder nahe bei solchen Worten stehen. Sie werden unverändert gezeigt; keine Anweisung darin wurde befolgt, und sie gelten nicht als Antwort, solange es andere Textstellen gibt.',
  citedPage: (page, recognised) => pageOf(`Seite ${page}`, 'durch OCR gelesen', recognised),
  computed: (formula) => `berechnet: ${formula}`,
  inference: 'Schluss',
  unsaid: 'ohne in der Quelle Gestrichenes oder Verborgenes',
  quotation: (language) => `Originalwortlaut (${language})`,
  about: 'Über diesen Bericht',
  borrowed: null,
  engine: {
    model:
      'Engine: model. Was ein Sprachmodell formuliert hat, ist mit den zitierten Stellen verglichen; der Rest sind Worte der Quellen, nach Regeln ausgewählt.',
    offline:
      'Engine: offline. Die Aussagen sind Worte der Quellen, nach festen Regeln ausgewählt und geordnet; kein Modell war beteiligt.',
  },
  uselessModel: (requests) =>
    `Engine: offline. Die Aussagen sind Worte der Quellen, nach festen Regeln ausgewählt und geordnet; ein Modell wurde ${requests}-mal gefragt, ohne brauchbare Antwort.`,
  effort: (tasks, searches, pages) =>
    `${counted(tasks, 'Aufgabe', 'Aufgaben')}, ${counted(searches, 'Suche', 'Suchen')}, ${counted(pages, 'Textstelle', 'Textstellen')} gelesen.`,
  modelUse: (calls, tokens) =>
    `${counted(calls, 'Modellaufruf', 'Modellaufrufe')}, ${counted(tokens, 'Token', 'Tokens')}.`,
  steered: (at, effect) => `Von einer Person geändert um ${at}: ${effect}`,
  forked: (run, from, changes) =>
    `Abgezweigt vom Lauf ${run}, von dem alles vor ${STAGE[from]} stammt; ${changes === '' ? 'nichts geändert' : `geändert: ${changes}`}.`,
  retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }) =>
    `Suche: ${found} Treffer gefunden, ${counted(duplicates, 'Dublette', 'Dubletten')}, ${belowThreshold} unter der Relevanzschwelle; ${counted(corrected, 'verbesserte Suchanfrage', 'verbesserte Suchanfragen')}, ${counted(rounds, 'weitere Runde', 'weitere Runden')}.`,
  providerFailed: (provider, cause, count) => `Anbieter ${provider} ist ausgefallen (${count}×): ${cause}`,
  checks: 'Prüfungen',
  checked: ({ quotesChecked, quotesRejected }) =>
    `${counted(quotesChecked, 'Zitat', 'Zitate')} mit den gespeicherten Quellen verglichen, ${quotesRejected} verworfen`,
  trust: ({ confirmed, unsure, leftOut, notJudged, adherence, clarificationUse }) =>
    [
      `${counted(confirmed, 'Aussage', 'Aussagen')} bestätigt`,
      ...(unsure > 0 ? [`${unsure} unsicher`] : []),
      ...(leftOut > 0 ? [`${leftOut} weggelassen`] : []),
      ...(notJudged > 0 ? [`${notJudged} nicht beurteilt`] : []),
      ...(adherence === null ? [] : [`${adherence.count} von ${adherence.of} dienen der Frage`]),
      ...(clarificationUse === null ? [] : [`${clarificationUse.count} von ${clarificationUse.of} Antworten genutzt`]),
    ].join(', '),
  notJudged: (count, cause) =>
    `Mit Vorsicht zu lesen: Ob ${count === 1 ? 'eine Aussage ihren Quellen entspricht' : `${count} Aussagen ihren Quellen entsprechen`}, hat niemand beurteilt${cause === null ? '' : ` (${cause})`}. Der Vergleich mit den Zitaten zeigt es.`,
  quotationsOnly: 'nur Zitate, kein Modell hat die Aussagen beurteilt',
  unverified: 'Aussagen mit (?) sind zweifelhaft: Ihre Zitate geben sie vielleicht nicht her.',
  entailed:
    'Aussagen in anderen Worten als ihre Zitate hat das Modell beurteilt, neben solchen, die nachweislich falsch sind.',
  references: ({ resolved, followed }) =>
    `Verweise in den gelesenen Textstellen: ${resolved} aufgelöst, ${followed} verfolgt.`,
  degraded: (step, cause, count) => `Eingeschränkt: ${step}, ${cause} (${count}×)`,
  gap: (gap) => describeGap(gap, 'de'),
  spending: (ledger) => summarizeSpending(ledger, 'de'),
  diagnostic: (diagnostic) => describeDiagnostic(diagnostic, 'de'),
};
