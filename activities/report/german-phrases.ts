import { counted } from '../../workflows/contracts/counted.ts';
import type { ForkPoint } from '../../workflows/contracts/fork.ts';
import { placesOf, type ReportPhrases } from './report-phrases.ts';

const KEPT_BEFORE: Readonly<Record<ForkPoint, string>> = {
  plan: 'der Planung',
  research: 'der Recherche',
  synthesis: 'dem Schreiben',
};

export const GERMAN: ReportPhrases = {
  language: 'de',
  nothingFound: 'Die Dokumente enthalten keine Antwort auf diese Frage.',
  nearest: 'Der Frage am nächsten kommen:',
  passages: 'Einschlägige Textstellen',
  uncertain:
    'Keine einzelne Aussage beantwortet die Frage sicher. Diese Textstellen kommen ihr am nächsten; die entscheidenden Wörter sind fett:',
  further: 'Weitere einschlägige Textstellen',
  searched: (files, providers, searches) =>
    `Durchsucht: ${placesOf(counted(files, 'Datei', 'Dateien'), files, 'das Web', providers).join(' und ')} mit ${counted(searches, 'Suchanfrage', 'Suchanfragen')}.`,
  overview: 'Überblick',
  details: 'Einzelheiten',
  conflicts: 'Widersprüchliche Aussagen',
  conflict: (number) =>
    `**Widerspruch ${number}:** Die Quellen sagen Verschiedenes. Jede Aussage steht hier, wie sie ist:`,
  limitations: 'Einschränkungen',
  keyFindings: 'Wesentliche Befunde',
  warnings: 'Hinweise der Durchsicht',
  unanswered: 'Was nicht beantwortet werden konnte',
  assumptions: 'Klärungen und Annahmen',
  assumed: 'Angenommen',
  skipped: 'nicht beantwortet',
  timedOut: 'keine Antwort innerhalb der Frist',
  unreadableFiles: (count, named) =>
    `${count === 1 ? '1 Datei konnte' : `${count} Dateien konnten`} nicht gelesen werden: ${named}.`,
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
  unused: 'nicht zitiert',
  lines: (range) => `${range.includes('-') ? 'Zeilen' : 'Zeile'} ${range}`,
  page: (page, label) => `Seite ${page}${label === null ? '' : ` (gedruckt ${label})`}`,
  published: (day) => `veröffentlicht ${day}`,
  retrieved: (day) => `gelesen ${day}`,
  sourceTier: {
    1: 'Quellenstufe 1 (primär oder amtlich)',
    2: 'Quellenstufe 2 (etablierte Sekundärquelle)',
    3: 'Quellenstufe 3 (nutzergeneriert oder unbekannt)',
  },
  belowThreshold: 'unter der Relevanzschwelle, aber unter den ersten der Suche oder das Beste, was es gibt',
  untrusted: '⚠ Aus einer Textstelle, die ein Programm anspricht',
  untrustedPlace: '⚠ spricht ein Programm an',
  onlyUntrusted:
    'Nur Textstellen mit ⚠ beantworten diese Frage; sie richten sich an ein Programm, das sie liest. Ihre Aussagen sind zu prüfen, bevor man sich auf sie verlässt.',
  untrustedBelow:
    'Mit ⚠ bezeichneter Text stammt aus Textstellen, die ein Programm ansprechen, das sie liest; eine Antwort ist es nicht.',
  untrustedExplained:
    '⚠ bezeichnet Worte aus Textstellen, die einem lesenden Programm Anweisungen geben, eines nachahmen, Worte verbergen oder nahe bei solchen Worten stehen. Sie werden unverändert gezeigt; keine Anweisung darin wurde befolgt, und sie gelten nicht als Antwort, solange es andere Textstellen gibt.',
  citedPage: (page) => `Seite ${page}`,
  computed: (formula) => `berechnet: ${formula}`,
  inference: 'Schluss',
  quotation: (language) => `Originalwortlaut (${language})`,
  about: 'Über diesen Bericht',
  engine: {
    offline:
      'Engine: offline. Die Aussagen sind Worte der Quellen, nach festen Regeln ausgewählt und geordnet; kein Modell war beteiligt.',
    model:
      'Engine: model. Was ein Sprachmodell formuliert hat, ist mit den zitierten Stellen verglichen; der Rest sind Worte der Quellen, nach Regeln ausgewählt.',
  },
  uselessModel: (requests) =>
    `Engine: offline. Die Aussagen sind Worte der Quellen, nach festen Regeln ausgewählt und geordnet; ein Modell wurde ${requests}-mal gefragt, ohne brauchbare Antwort.`,
  effort: (tasks, searches, pages) =>
    `${counted(tasks, 'Aufgabe', 'Aufgaben')}, ${counted(searches, 'Suche', 'Suchen')}, ${counted(pages, 'Textstelle', 'Textstellen')} gelesen.`,
  modelUse: (calls, tokens) =>
    `${counted(calls, 'Modellaufruf', 'Modellaufrufe')}, ${counted(tokens, 'Token', 'Tokens')}.`,
  steered: (at, effect) => `Von einer Person geändert um ${at}: ${effect}`,
  forked: (run, from, changes) =>
    `Abgezweigt vom Lauf ${run}, von dem alles vor ${KEPT_BEFORE[from]} stammt; ${changes === '' ? 'nichts geändert' : `geändert: ${changes}`}.`,
  retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }) =>
    `Suche: ${counted(found, 'Treffer', 'Treffer')} gefunden, ${counted(duplicates, 'Dublette', 'Dubletten')}, ${belowThreshold} unter der Relevanzschwelle; ${counted(corrected, 'verbesserte Suchanfrage', 'verbesserte Suchanfragen')}, ${counted(rounds, 'weitere Runde', 'weitere Runden')}.`,
  providerFailed: (provider, cause, count) => `Anbieter ${provider} ist ausgefallen (${count}×): ${cause}`,
  checks: 'Prüfungen',
  coverage: 'Abdeckung der Frage',
  checked: (quotes, rejected, removed, repaired) =>
    `${counted(quotes, 'Zitat', 'Zitate')} mit den gespeicherten Quellen verglichen, ${rejected} verworfen, ${counted(removed, 'Aussage', 'Aussagen')} entfernt, ${repaired} berichtigt`,
  entailed:
    'Einige Aussagen geben ihre Zitate in anderen Worten wieder; das Modell hat sie beurteilt, und die Regeln fanden nichts dagegen.',
  unverified: '(?) bezeichnet Aussagen, deren Wortlaut die Regeln nicht mit den zitierten Stellen vergleichen konnten.',
  scores: {
    queryAdherence: 'Bezug zur Frage',
    completeness: 'Vollständigkeit',
    citationSupport: 'Beleg durch die Fundstellen',
    quoteExactness: 'Zitattreue',
    languagePurity: 'Sprachreinheit',
  },
  languageRetried: 'neu geschrieben, weil einige Sätze in einer anderen Sprache waren',
  repaired: 'einmal nachgebessert, weil Aussagen die Frage nicht betrafen oder nicht belegt waren',
  references: ({ resolved, followed }) =>
    `Verweise in den gelesenen Textstellen: ${resolved} aufgelöst, ${followed} verfolgt.`,
  degraded: (step, cause, count) => `Eingeschränkt: ${step}, ${cause} (${count}×)`,
};
