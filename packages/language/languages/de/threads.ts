import type { ThreadWords } from '../words/thread-words.ts';

/** German words of threads of messages, and of searches in catalogues. */
export const deThreads: ThreadWords = {
  weekdays: '(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?|wochenende',
  seasons: 'frühling|frühjahr|sommer|herbst|winter',
  relativeDays: 'heute|gestern|übermorgen|morgen',
  prepositionFamilies: {
    where: 'in im bei beim',
    'at most': 'unter höchstens maximal',
    'at least': 'über mindestens',
    'where to': 'nach zu zum zur ins',
    'where from': 'aus von vom ab',
    for: 'für',
    before: 'vor',
    during: 'während',
    since: 'seit',
    until: 'bis',
  },
  phraseArticles: 'der die das dem den des ein eine einem einen einer mein meine meinem meinen',

  emptyReferences: [
    "gibt\\s+es|es\\s+gibt|gibt[’']s|wie\\s+(?:spät|viel\\s+uhr)\\s+ist\\s+es|geht\\s+es\\s+(?:um|in|bei|hier)|handelt\\s+es\\s+sich|kommt\\s+es\\s+(?:zu|auf)|wie\\s+geht\\s+es",
    '(?:ist|wäre|war)\\s+es\\s+(?:\\p{L}+\\s+){0,2}(?:möglich|erlaubt|nötig|notwendig|sinnvoll|wahr|richtig|strafbar|verboten)|regnet\\s+es|es\\s+(?:regnet|schneit)',
    'dies(?:e[rsmn]?)?\\s+(?:jahr|jahres|woche|monat|monats|wochenende|sommer|winter|frühjahr|herbst|abend|morgen|mal|dokumente?n?|dateie?n?|ordner\\p{L}?|unterlagen|quellen)',
    'das\\s+heißt|ist\\s+das\\s+(?:der|die|das|ein|eine)|da(?:mit|für|von|zu|rüber|ran|rauf|bei)(?:\\s*,)?\\s*(?:dass|ob|wenn|wie|was)',
  ],
  referenceBorders: 'und|oder|aber|wenn|falls|weil|dass|bevor|nachdem|obwohl|während|sobald|bis|sofern',
  conjunctions: 'und|oder|aber|auch|sowie|also',
  conjunctionFillers: 'auch|jetzt|dann|vielleicht',
  correctionOpenings: String.raw`(?:(?:nein|nee|entschuldigung|moment),?\s+)?(?:ich\s+mein(?:t)?e|gemeint\s+(?:war|ist|sind|waren))[,:]?\s+|(?:nein|nee|entschuldigung|moment)[,.!:–—-]+\s*`,
  aboutOpenings: String.raw`was\s+ist\s+(?:denn\s+|eigentlich\s+)?mit|wie\s+(?:ist|wäre|steht|sieht|schaut)\s+(?:(?:es|das|'s)\s*)?(?:denn\s+|dann\s+)?(?:mit|um|(?=(?:in|bei|für|auf|im|am|ab)\s))|wie\s+(?:ist|war|wird|wäre)\s+(?:es|das)\s+(?:denn\s+)?(?=(?:in|im|bei|am|ab|für)\s|\d)|das\s*(?:selbe|gleiche)\s+(?:bitte\s+)?(?=(?:für|mit|in|bei)\s)|genauso\s+(?=(?:für|mit|in|bei)\s)|gilt\s+das\s+auch\s+(?=(?:für|in|bei)\s)`,
  moreRequests: String.raw`(?:bitte\s+)?(?:erzähl\s+mehr|mehr(?:\s+(?:details|informationen|dazu|davon))*|weiter|genauer|(?:sonst|noch)\s+(?:etwas|was|mehr)|was\s+noch|wie\s+das)`,
  references:
    'er|sie|es|ihn|ihm|ihnen|ihre?[nmrs]?|seine?[nmrs]?|das|dies|diese[rsnm]?|jene[rsnm]?|dort|dorthin|dahin|davon|dafür|damit|daran|darauf|daraus|darin|darüber|dabei|dazu|dagegen|dadurch|danach|davor',
  possessives: 'ihre?[nmrs]?|seine?[nmrs]?',
  determiners: 'das|diese[rsnm]?|jene[rsnm]?',
  severalPronouns: 'sie|ihnen|diese|jene',
  subjectQuestions: [
    '(?:bitte )?(?:erzähle?|gib|berichte) (?:mir )?(?:bitte )?(?:(?:etwas|was|mehr|einen überblick) )?(?:über|von) <subject>',
    '(?:was|wer) (?:genau )?(?:ist|sind|war|waren) (?:eigentlich )?<subject>',
    String.raw`wie \p{L}+ (?:ist|sind|war|waren) <subject>`,
    'wie (?:funktioniert|funktionieren|geht) <subject>',
    '(?:bitte )?(?:erkläre?|beschreibe?|definiere?) (?:mir |bitte )?<subject>',
  ],
  standIns: 'es|das|dies',
  placePronouns: 'dort',
  pronominalAdverbs: 'dar?(?<preposition>von|für|mit|an|auf|aus|in|über|bei|zu|gegen|durch|nach|vor)',
  thingPronouns: 'er|sie|es|das|dies',

  refinementWords:
    'genauere genauer möglichkeiten möglichkeit einzelheiten angaben details mehr fehlt fehlen fehlende informationen antwort beantwortet keine textstelle textstellen einschlägige erwähnt enthält zitierten dokumente quellen weitere entwurf frage aussage sicher siehe gezeigten bitte',
  limitPhrases:
    'unter|höchstens|maximal|weniger als|bis zu|über|mindestens|mehr als|zwischen|anreise|abreise|franken|mir|uns|zeige?n?|suche?n?|finde?n?|nenne?n?|buche?n?|brauche?n?',
  sourceHeadings: 'quellen?|quellenangaben?|belege?|literatur|weiterführende links|siehe auch',
  sourceLabels: 'quelle',
  addressLeads: 'siehe|besuchen sie|laut|quelle|gemäß|unter',
  pointerOpenings: 'siehe|besuche*|mehr|weitere|näheres|lies|lesen',

  placeJoints: 'und|oder',
  placelessEndings: 'nähe|lage|ung|heit|keit|zentrum|innenstadt|altstadt|viertel|ruhe|preis|preise|stil|bahnhof',
  titleLeads: 'über|vergleiche?|namens|heißt|zwischen',
  titleJoints: 'und|oder|als',
  comparedTitleJoints: 'mit',
  comparing: 'vergleich(?:e|en|st)?',
  featureLeads: 'mit|ohne|hat|haben|bietet|am|im',
  budgetLeads: 'für|budget von|zu',
  dayLeads: 'am|vom',
  wishLeads: 'mit|ohne|nahe|am|im|beim|für|nicht|kein|keine',
  numberLeads: 'von|mit',
  priceFollowers: 'pro|je|im|für|und|mit|oder|nahe',
  ownQuestions: 'wer|wen|wann|warum|wo|wie(?! (?:wäre|steht|sieht))|was(?! (?:ist mit|gibt|habt|wäre))',
  comparingQuestions: 'was ist (?:günstiger|billiger|besser|näher|neuer|schneller|ruhiger)',
};
