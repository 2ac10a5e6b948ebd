import type { ProjectTemplates } from './english-templates.ts';

export const GERMAN_TEMPLATES: ProjectTemplates = {
  nothingFound: 'Die Dokumente enthalten keine Antwort auf diese Frage.',
  nothingFoundInPart: 'In dem, was gelesen wurde, steht keine Antwort auf diese Frage.',
  nothingRead: 'Es konnte nichts gelesen werden, was diese Frage vielleicht beantwortet.',
  nearest: 'Der Frage am nächsten kommen:',
  passages: 'Die Textstellen, die Ihrer Frage am nächsten kommen',
  uncertain: 'Keine einzelne Aussage beantwortet sie sicher. Die Textstellen stehen in der Reihenfolge der Suche:',
  searchedFiles:
    'Durchsucht: {files, plural, one {{files} Datei} other {{files} Dateien}} mit {searches, plural, one {{searches} Suchanfrage} other {{searches} Suchanfragen}}.',
  searchedWeb:
    'Durchsucht: das Web ({providers}) mit {searches, plural, one {{searches} Suchanfrage} other {{searches} Suchanfragen}}.',
  searchedBoth:
    'Durchsucht: {files, plural, one {{files} Datei} other {{files} Dateien}} und das Web ({providers}) mit {searches, plural, one {{searches} Suchanfrage} other {{searches} Suchanfragen}}.',
  overview: 'Überblick',
  details: 'Einzelheiten',
  conflicts: 'Widersprüchliche Aussagen',
  conflict: '**Widerspruch {number}:** Die Quellen sagen Verschiedenes. Jede Aussage steht hier, wie sie ist:',
  limitations: 'Einschränkungen',
  keyFindings: 'Wesentliche Befunde',
  unanswered: 'Was nicht beantwortet werden konnte',
  assumptions: 'Klärungen und Annahmen',
  assumed: 'Angenommen',
  skipped: 'nicht beantwortet',
  timedOut: 'keine Antwort innerhalb der Frist',
  unreadableFiles:
    '{count, plural, one {{count} Datei konnte} other {{count} Dateien konnten}} nicht gelesen werden: {named}.',
  partlyReadFiles:
    '{count, plural, one {{count} Datei wurde} other {{count} Dateien wurden}} nicht oder nur zum Teil gelesen: {named}.',
  partlyReadPages:
    '{count, plural, one {{count} Webseite wurde} other {{count} Webseiten wurden}} nur zum Teil gelesen: {named}.',
  more: '… und {count} weitere in report.json',
  rest: 'alles Weitere: report.json und die Seite',
  drift: 'Befunde sind von der Frage abgeschweift: {tiers}.',
  tierDrift: 'Kontextstufe {tier}: {dropped} von {total} verworfen',
  droppedFindings:
    '{count, plural, one {{count} Befund} other {{count} Befunde}} wegen zu geringer Relevanz am Ende verworfen: {named}.',
  refusedReferences:
    '{count, plural, one {{count} Verweis} other {{count} Verweise}} nicht verfolgt, Ziel unter der Relevanzschwelle: {named}.',
  unresolvedReferences:
    '{count, plural, one {{count} Verweis} other {{count} Verweise}} ohne Ziel in den Dokumenten: {named}.',
  sources: 'Quellen',
  excerpt: '„{words}“',
  unused: 'nicht zitiert',
  line: 'Zeile {line}',
  lines: 'Zeilen {lines}',
  page: 'Seite {page}',
  labelledPage: 'Seite {page} (gedruckt {label})',
  recognised: 'durch OCR gelesen ({confidence} %)',
  published: 'Stand {day}',
  retrieved: 'gelesen {day}',
  untrusted: '⚠ Aus einer Textstelle, die ein Programm anspricht',
  untrustedPlace: '⚠ spricht ein Programm an',
  onlyUntrusted:
    'Alles, was gefunden wurde, richtet sich an ein Programm, das es liest, und ist mit ⚠ bezeichnet. Prüfen Sie es, bevor Sie sich darauf verlassen.',
  untrustedBelow:
    'Mit ⚠ bezeichneter Text stammt aus Textstellen, die ein Programm ansprechen, das sie liest; eine Antwort ist es nicht.',
  untrustedExplained:
    '⚠ bezeichnet Worte aus Textstellen, die einem lesenden Programm Anweisungen geben, eines nachahmen, Worte verbergen oder nahe bei solchen Worten stehen. Sie werden unverändert gezeigt; keine Anweisung darin wurde befolgt, und sie gelten nicht als Antwort, solange es andere Textstellen gibt.',
  rulesStoodIn:
    'Bei einigen Schritten gab das Modell keine brauchbare Antwort; dort wählten Regeln die Worte der Quellen.',
  refusedStatements: 'Aussagen, die die Prüfung abgelehnt hat',
  doubtedStatements: 'Aussagen, die die zitierten Worte weder bestätigen noch widerlegen',
  leftOut: 'weggelassen',
  mended: 'neu geschrieben: {replacement}',
  citedPage: 'Seite {page}',
  computed: 'berechnet: {formula}',
  inference: 'Schluss',
  unsaid: 'ohne in der Quelle Gestrichenes oder Verborgenes',
  quotation: 'Originalwortlaut ({language})',
  about: 'Über diesen Bericht',
  engineOffline:
    'Engine: offline. Die Aussagen sind Worte der Quellen, nach festen Regeln ausgewählt und geordnet; kein Modell war beteiligt.',
  engineModel:
    'Engine: model. Was ein Sprachmodell formuliert hat, ist mit den zitierten Stellen verglichen; der Rest sind Worte der Quellen, nach Regeln ausgewählt.',
  uselessModel:
    'Engine: offline. Die Aussagen sind Worte der Quellen, nach festen Regeln ausgewählt und geordnet; ein Modell wurde {requests}-mal gefragt, ohne brauchbare Antwort.',
  effort:
    '{tasks, plural, one {{tasks} Aufgabe} other {{tasks} Aufgaben}}, {searches, plural, one {{searches} Suche} other {{searches} Suchen}}, {pages, plural, one {{pages} Textstelle} other {{pages} Textstellen}} gelesen.',
  modelUse:
    '{calls, plural, one {{calls} Modellaufruf} other {{calls} Modellaufrufe}}, {tokens, plural, one {{tokens} Token} other {{tokens} Tokens}}.',
  steered: 'Von einer Person geändert um {at}: {effect}',
  forkedBeforePlan: 'Abgezweigt vom Lauf {run}, von dem alles vor der Planung stammt; {changes}.',
  forkedBeforeResearch: 'Abgezweigt vom Lauf {run}, von dem alles vor der Recherche stammt; {changes}.',
  forkedBeforeSynthesis: 'Abgezweigt vom Lauf {run}, von dem alles vor dem Schreiben stammt; {changes}.',
  nothingChanged: 'nichts geändert',
  changed: 'geändert: {changes}',
  retrieval:
    'Suche: {found} Treffer gefunden, {duplicates, plural, one {{duplicates} Dublette} other {{duplicates} Dubletten}}, {belowThreshold} unter der Relevanzschwelle; {corrected, plural, one {{corrected} verbesserte Suchanfrage} other {{corrected} verbesserte Suchanfragen}}, {rounds, plural, one {{rounds} weitere Runde} other {{rounds} weitere Runden}}.',
  providerFailed: 'Anbieter {provider} ist ausgefallen ({count}×): {cause}',
  checks: 'Prüfungen',
  coverage: 'Abdeckung der Frage',
  checked:
    '{quotes, plural, one {{quotes} Zitat} other {{quotes} Zitate}} mit den gespeicherten Quellen verglichen, {rejected} verworfen; {claims, plural, one {{claims} Aussage} other {{claims} Aussagen}} geprüft, {mended} berichtigt, {leftOut} weggelassen',
  quotationsOnly: 'nur Zitate, kein Modell hat die Aussagen beurteilt',
  reviewPassed: 'vom Modell beurteilt, keine Aussage ist zweifelhaft',
  reviewWarned: 'vom Modell beurteilt, einige Aussagen sind zweifelhaft',
  reviewMissing: 'einige Aussagen ließen sich nicht beurteilen',
  entailed:
    'Einige Aussagen geben ihre Zitate in anderen Worten wieder; das Modell hat sie beurteilt, und die Regeln fanden nichts dagegen.',
  unverified: '(?) bezeichnet Aussagen, deren Wortlaut die Regeln nicht mit den zitierten Stellen vergleichen konnten.',
  queryAdherence: 'Bezug zur Frage',
  completeness: 'Vollständigkeit',
  citationSupport: 'Beleg durch die Fundstellen',
  quoteExactness: 'Zitattreue',
  languagePurity: 'Sprachreinheit',
  references: 'Verweise in den gelesenen Textstellen: {resolved} aufgelöst, {followed} verfolgt.',
  degraded: 'Eingeschränkt: {step}, {cause} ({count}×)',
};
