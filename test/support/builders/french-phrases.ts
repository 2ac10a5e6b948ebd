import type { PhraseTemplates } from '../../../activities/phrases/english-templates.ts';

/** What a good model answers when it is asked for the fixed words of a report in French. */
export const FRENCH_TEMPLATES: PhraseTemplates = {
  nothingFound: 'Les documents ne répondent pas à cette question.',
  nearest: 'Les passages les plus proches de la question :',
  passages: 'Passages les plus pertinents',
  uncertain:
    'Aucune affirmation ne répond avec certitude à la question. Ces passages s’en approchent le plus ; les mots décisifs sont en gras :',
  further: 'Autres passages pertinents',
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
  warnings: 'Avertissements de la relecture',
  unanswered: 'Ce qui est resté sans réponse',
  assumptions: 'Précisions et hypothèses',
  assumed: 'Supposé',
  skipped: 'sans réponse',
  timedOut: 'pas de réponse à temps',
  unreadableFiles:
    '{count, plural, one {{count} fichier n’a pas pu être lu} other {{count} fichiers n’ont pas pu être lus}} : {named}.',
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
  unused: 'non citée',
  line: 'ligne {line}',
  lines: 'lignes {lines}',
  page: 'page {page}',
  labelledPage: 'page {page} (imprimée {label})',
  published: 'publié le {day}',
  retrieved: 'lu le {day}',
  sourceTier1: 'source de niveau 1 (primaire ou officielle)',
  sourceTier2: 'source de niveau 2 (secondaire établie)',
  sourceTier3: 'source de niveau 3 (écrite par des utilisateurs ou inconnue)',
  belowThreshold: 'sous le seuil de pertinence, mais parmi les premiers résultats ou le meilleur disponible',
  untrusted: '⚠ Extrait d’un passage qui s’adresse à un programme',
  untrustedPlace: '⚠ s’adresse à un programme',
  onlyUntrusted:
    'Seuls des passages marqués ⚠ répondent à cette question ; ils s’adressent au programme qui les lit. Vérifiez ce qu’ils disent avant de vous y fier.',
  untrustedBelow:
    'Le texte marqué ⚠ ci-dessous vient de passages qui s’adressent au programme qui les lit ; ce n’est pas une réponse.',
  untrustedExplained:
    '⚠ marque les mots de passages qui donnent des ordres au programme qui les lit, en imitent un, cachent des mots ou se trouvent près de tels mots. Ils sont reproduits tels quels, aucune de leurs instructions n’a été suivie, et ils ne valent pas réponse tant que d’autres passages existent.',
  citedPage: 'Page {page}',
  computed: 'calculé : {formula}',
  inference: 'déduction',
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
    '{quotes, plural, one {{quotes} citation comparée} other {{quotes} citations comparées}} aux sources conservées, {rejected} rejetées, {removed, plural, one {{removed} affirmation retirée} other {{removed} affirmations retirées}}, {repaired} corrigées',
  entailed:
    'Certaines affirmations disent autrement ce que disent leurs citations ; le modèle les a jugées, et les règles n’y ont rien trouvé à redire.',
  unverified: '(?) marque les affirmations dont les règles n’ont pas pu comparer les mots aux citations données.',
  queryAdherence: 'rapport à la question',
  completeness: 'exhaustivité',
  citationSupport: 'appui des citations',
  quoteExactness: 'exactitude des citations',
  languagePurity: 'pureté de la langue',
  languageRetried: 'réécrit parce que des phrases étaient dans une autre langue',
  repaired: 'corrigé une fois parce que des affirmations étaient hors sujet ou sans appui',
  references: 'Renvois dans les passages lus : {resolved} résolus, {followed} suivis.',
  degraded: 'Mode réduit : {step}, {cause} ({count}×)',
};
