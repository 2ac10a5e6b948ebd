import type { PhraseTemplates } from '../../../activities/wording/english-templates.ts';

/** What a good model answers when it is asked for the fixed words of a report in French. */
export const FRENCH_TEMPLATES: PhraseTemplates = {
  ruleTaskUnanswered: 'Aucun passage ne répond à : {subject}',
  rulePassagesFor: 'Passages sur : {subject}',
  ruleUncovered: 'Aucun des passages cités ne contient : {subject}.',
  nothingFound: 'Les documents ne répondent pas à cette question.',
  nothingFoundInPart: 'Ce qui a été lu ne répond pas à cette question.',
  nothingRead: 'Rien n’a pu être lu qui pourrait répondre à cette question.',
  nearest: 'Les passages les plus proches de la question :',
  passages: 'Passages les plus pertinents',
  uncertain:
    'Aucune affirmation ne répond avec certitude à la question. Ces passages s’en approchent le plus ; les mots décisifs sont en gras :',
  searchedFiles:
    'Recherche dans {files, plural, one {{files} fichier} other {{files} fichiers}} avec {searches, plural, one {{searches} requête} other {{searches} requêtes}}.',
  searchedWeb:
    'Recherche sur le web ({providers}) avec {searches, plural, one {{searches} requête} other {{searches} requêtes}}.',
  searchedBoth:
    'Recherche dans {files, plural, one {{files} fichier} other {{files} fichiers}} et sur le web ({providers}) avec {searches, plural, one {{searches} requête} other {{searches} requêtes}}.',
  overview: 'Aperçu',
  details: 'Détails',
  conflicts: 'Affirmations contradictoires',
  conflict: '**Contradiction {number} :** les sources divergent. Chaque affirmation est reproduite telle quelle :',
  limitations: 'Limites',
  keyFindings: 'Constats principaux',
  unanswered: 'Ce qui est resté sans réponse',
  assumptions: 'Précisions et hypothèses',
  assumed: 'Supposé',
  skipped: 'sans réponse',
  timedOut: 'pas de réponse à temps',
  unreadableFiles:
    '{count, plural, one {{count} fichier n’a pas pu être lu} other {{count} fichiers n’ont pas pu être lus}} : {named}.',
  partlyReadFiles:
    '{count, plural, one {{count} fichier n’a pas été lu, ou seulement en partie} other {{count} fichiers n’ont pas été lus, ou seulement en partie}} : {named}.',
  partlyReadPages:
    '{count, plural, one {{count} page n’a pas été lue} other {{count} pages n’ont pas été lues}} en entier : {named}.',
  more: '… et {count} de plus dans report.json',
  rest: 'le reste : report.json et la page',
  drift: 'Des constats se sont éloignés de la question : {tiers}.',
  tierDrift: 'niveau de contexte {tier} : {dropped} sur {total} écartés',
  droppedFindings:
    '{count, plural, one {{count} constat écarté} other {{count} constats écartés}} à la fin, faute de pertinence : {named}.',
  refusedReferences:
    '{count, plural, one {{count} renvoi non suivi} other {{count} renvois non suivis}}, la cible étant sous le seuil de pertinence : {named}.',
  unresolvedReferences:
    '{count, plural, one {{count} renvoi} other {{count} renvois}} sans cible dans les documents : {named}.',
  sources: 'Sources',
  excerpt: '« {words} »',
  unused: 'non citée',
  line: 'ligne {line}',
  lines: 'lignes {lines}',
  page: 'page {page}',
  labelledPage: 'page {page} (imprimée {label})',
  recognised: 'lu par OCR ({confidence} %)',
  published: 'daté du {day}',
  retrieved: 'lu le {day}',
  untrusted: '⚠ Extrait d’un passage qui s’adresse à un programme',
  untrustedPlace: '⚠ s’adresse à un programme',
  onlyUntrusted:
    'Tout ce qui a été trouvé s’adresse au programme qui le lit et est marqué ⚠. Vérifiez-le avant de vous y fier.',
  untrustedBelow:
    'Le texte marqué ⚠ ci-dessous vient de passages qui s’adressent au programme qui les lit ; ce n’est pas une réponse.',
  untrustedExplained:
    '⚠ marque les mots de passages qui donnent des ordres au programme qui les lit, en imitent un, cachent des mots ou se trouvent près de tels mots. Ils sont reproduits tels quels, aucune de leurs instructions n’a été suivie, et ils ne valent pas réponse tant que d’autres passages existent.',
  rulesStoodIn:
    'Pour certaines étapes, le modèle n’a pas donné de réponse utilisable ; des règles y ont choisi les mots des sources.',
  refusedStatements: 'Affirmations refusées par la vérification',
  doubtedStatements: 'Affirmations que les mots cités ne confirment ni n’infirment',
  leftOut: 'omise',
  mended: 'réécrite : {replacement}',
  citedPage: 'Page {page}',
  computed: 'calculé : {formula}',
  inference: 'déduction',
  unsaid: 'sans ce que la source raye ou cache',
  quotation: 'Texte original ({language})',
  about: 'À propos de ce rapport',
  engineOffline:
    'Moteur : hors ligne. Les affirmations sont des mots des sources, choisis et ordonnés par des règles ; aucun modèle n’a été utilisé.',
  engineModel:
    'Moteur : modèle. Ce qu’un modèle de langue a écrit a été comparé aux citations données ; le reste est formé de mots des sources, choisis par des règles.',
  uselessModel:
    'Moteur : hors ligne. Les affirmations sont des mots des sources, choisis et ordonnés par des règles ; un modèle a été interrogé {requests, plural, one {{requests} fois} other {{requests} fois}} sans réponse utilisable.',
  effort:
    '{tasks, plural, one {{tasks} tâche} other {{tasks} tâches}}, {searches, plural, one {{searches} recherche} other {{searches} recherches}}, {pages, plural, one {{pages} passage lu} other {{pages} passages lus}}.',
  modelUse:
    '{calls, plural, one {{calls} appel au modèle} other {{calls} appels au modèle}}, {tokens, plural, one {{tokens} jeton} other {{tokens} jetons}}.',
  steered: 'Modifié par une personne à {at} : {effect}',
  forkedBeforePlan: 'Dérivé de la recherche {run}, dont tout ce qui précède le plan a été gardé ; {changes}.',
  forkedBeforeResearch: 'Dérivé de la recherche {run}, dont tout ce qui précède la collecte a été gardé ; {changes}.',
  forkedBeforeSynthesis: 'Dérivé de la recherche {run}, dont tout ce qui précède la rédaction a été gardé ; {changes}.',
  nothingChanged: 'rien n’a été modifié',
  changed: 'modifié : {changes}',
  retrieval:
    'Recherche : {found, plural, one {{found} résultat} other {{found} résultats}}, {duplicates, plural, one {{duplicates} quasi-doublon} other {{duplicates} quasi-doublons}}, {belowThreshold} sous le seuil de pertinence ; {corrected, plural, one {{corrected} requête corrigée} other {{corrected} requêtes corrigées}}, {rounds, plural, one {{rounds} tour supplémentaire} other {{rounds} tours supplémentaires}}.',
  providerFailed: 'Le fournisseur {provider} a échoué ({count}×) : {cause}',
  checks: 'Contrôles',
  coverage: 'couverture de la question',
  checked:
    '{quotes, plural, one {{quotes} citation comparée} other {{quotes} citations comparées}} aux sources conservées, {rejected} rejetées ; {claims, plural, one {{claims} affirmation vérifiée} other {{claims} affirmations vérifiées}}, {mended} corrigées, {leftOut} omises',
  quotationsOnly: 'citations seulement, aucune affirmation n’a été jugée par un modèle',
  entailed:
    'Certaines affirmations disent autrement ce que disent leurs citations ; le modèle les a jugées, et les règles n’y ont rien trouvé à redire.',
  unverified: '(?) marque les affirmations dont les règles n’ont pas pu comparer les mots aux citations données.',
  queryAdherence: 'rapport à la question',
  completeness: 'exhaustivité',
  citationSupport: 'appui des citations',
  quoteExactness: 'exactitude des citations',
  languagePurity: 'pureté de la langue',
  references: 'Renvois dans les passages lus : {resolved} résolus, {followed} suivis.',
  degraded: 'Mode réduit : {step}, {cause} ({count}×)',
  gapNothingFound: 'Rien de pertinent n’a été trouvé pour : {subject}',
  gapSearchFailed: 'La recherche « {subject} » a échoué : {cause}',
  gapProviderFailed: '{subject} n’a pas pu être interrogé : {cause}',
  gapPageUnread: 'La page {subject} n’a pas pu être lue : {cause}',
  gapTaskFailed: 'La tâche « {subject} » a échoué : {cause}',
  gapPassageUnread: 'Un passage de {subject} n’a pas pu être lu : {cause}',
  gapQuestionUnassessed: 'La question n’a pas pu être évaluée et a été prise telle quelle : {cause}',
  gapFindingsUnvalidated: '{subject} constats ont gardé leur première pertinence : {cause}',
  gapLimitReached: 'La limite de {cause} {subject} a été atteinte ; la recherche s’est arrêtée là.',
  gapFinishedEarly: 'La recherche a été terminée plus tôt sur demande ; le rapport contient ce qui était trouvé alors.',
  unitSearches: 'recherches',
  unitPages: 'passages lus',
  unitModelCalls: 'appels au modèle',
  unitModelTokens: 'jetons du modèle',
  unitWallTimeSeconds: 'secondes de travail',
  reviewPassed: 'jugé par le modèle, aucune affirmation n’est douteuse',
  reviewWarned: 'jugé par le modèle, certaines affirmations sont douteuses',
  reviewMissing: 'certaines affirmations n’ont pu être jugées',
  spentModel: 'Modèle',
  spentSearch: 'Recherche',
  spentPage: 'Pages',
  spentRequests: '{count, plural, one {{count} requête} other {{count} requêtes}}',
  spentLost: 'perdues',
  spentReused: 'de la réserve',
  spentTokens: 'jetons',
  reusedFrom: 'Réponses de la recherche {run} utilisées à nouveau : {answers}.',
  noteDrift:
    'Dérive au niveau de contexte {tier} : {dropped} sur {total, plural, one {{total} constat} other {{total} constats}} écartés, parce qu’ils ne servaient pas assez la question.',
  noteLanguageMixed: 'Ces phrases du rapport ne sont pas dans la langue « {asked} » : “{sentences}”',
  noteEvidenceLanguage:
    'Langues des documents : {languages} ; langue de la question : {asked}. Sans modèle de langue rien n’est traduit, la recherche par mots n’a donc rien trouvé qui y réponde. Configurez un modèle ({key} ou {address}, et {model}), ou posez la question dans l’une de ces langues : {languages}.',
  noteEvidenceShown:
    'Langues des passages que la recherche par le sens place en tête : {languages} ; langue de la question : {asked}. Ils sont reproduits tels quels. On n’a pas jugé s’ils répondent, car les règles ne comparent que des mots d’une même langue. Configurez un modèle ({key} ou {address}, et {model}), ou posez la question dans l’une de ces langues : {languages}.',
  noteQuestionLanguage:
    'Langue de la question : {language}. Les règles qui travaillent sans modèle de langue ne connaissent que l’allemand et l’anglais : configurez un modèle ({key} ou {address}, avec {model}) ou posez la question en allemand ou en anglais.',
  noteNoneIs: 'Aucun d’eux n’est “{works}”.',
  noteUnknownWord: '“{words}” n’y figure pas.',
  noteNoneReadIs: 'Aucun des documents lus n’est “{works}”.',
  noteWordUnread: '“{words}” ne figure pas dans ce qui a été lu.',
  noteReadInPart:
    'Lus en entier : {complete} sur {files, plural, one {{files} fichier} other {{files} fichiers}}. Non lus, ou en partie seulement : {named}.',
  noteWebInPart: 'Du web, seules les pages trouvées par les recherches ont été lues.',
  noteMoreFailed:
    '{count, plural, one {{count} autre recherche ou page a échoué} other {{count} autres recherches ou pages ont échoué}}.',
  noteNotMentioned: 'Le passage le plus proche de la question ne mentionne pas “{words}”.',
  noteQualityLow:
    'À lire avec prudence : la qualité de ce rapport est basse (rapport à la question {queryAdherence} %, appui des citations {citationSupport} %).',
  noteFewRelevant:
    'Moins de trois passages pertinents ont été trouvés, même avec une requête corrigée, pour : “{tasks}”',
  noteMessageRejected: 'Le message {message} a été refusé : {reason}',
  noteDocumentChanged:
    'Le document {locator} a changé pendant la recherche ; les citations prises avant viennent du texte antérieur.',
  noteDocumentMissing:
    'Le document {locator} a quitté l’index pendant la recherche ; ses citations viennent du texte qui a été lu.',
  noteDocumentUnreadable:
    'Le document {locator} n’était plus lisible à la rédaction du rapport ({reason}) ; ses citations viennent du texte qui a été lu.',
  noteFolderMissing:
    'Le dossier {folder} n’était plus visible du processus qui a écrit le rapport ({reason}), ses documents n’ont donc pas pu être comparés de nouveau ; les citations viennent des textes qui ont été lus.',
  noteUntrusted:
    'Le document {locator} contient des mots qui s’adressent à un programme, ou en cache. Il a été lu comme un contenu ordinaire ; aucune de ses instructions n’a été suivie.',
};
