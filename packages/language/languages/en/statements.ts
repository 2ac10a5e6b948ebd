import type { StatementWords } from '../words/statement-words.ts';

/** English words by which statements are compared. */
export const enStatements: StatementWords = {
  events: {
    approval: [
      'approve|approves|approved|approving|clears|cleared|green light|greenlit|backs|backed|adopts|adopted|ratif*|endorse*|authori[sz]ed|licensed|granted|in favour of|passes … bill|passed … bill|passes … law|passed … law|passes … reform|passed … reform|passes … budget|passed … budget|passes … resolution|passed … resolution|wins approval|won approval|received approval',
      'reject|rejects|rejected|votes down|voted down|strikes down|struck down|quash*|turns down|turned down|blocks|blocked|veto*|denies|denied|revok*|rescind*|withdrew … approval|withdraws … approval|overturn*|annul*|oppose|opposes|opposed|refuses|refused|bans|banned',
    ],
    operation: [
      'start|starts|started|begin|begins|began|begun|launch|launches|launched|open|opens|opened|reopen*|resum*|restart*|go into operation|goes into operation|went into operation|go online|goes online|went online|lifted off|lifts off|go on strike|went on strike|fly|flies',
      'stop|stops|stopped|halt|halts|halted|suspend|suspends|suspended|ceas*|close|closes|closed|shut|shuts|cancel*|scrap|scraps|scrapped|abandon*|terminat*|end|ends|ended|is over|are over|called off|calls off',
    ],
    contract: [
      'sign|signs|signed|agrees|agreed|concluded',
      'cancel*|terminat*|withdrew from|withdraws from|pulled out of|pulls out of|backed out of|walked away from',
    ],
    construction: [
      'build|builds|built|construct*|erect*|invest|invests|invested|putting',
      'scrap|scraps|scrapped|abandon*|cancel*|shelve*|dropped … plan|drops … plan',
    ],
    amount: [
      'raise|raises|raised|increas*|lifts|lifted|hike*|rise|rises|rose|risen|grow|grows|grew|climb*|jump*|gains|gained|adds … jobs|added … jobs',
      'cut|cuts|lower|lowers|lowered|reduc*|decreas*|fall|falls|fell|fallen|drops|dropped|declin*|slump*|shrank|sheds|eliminat*|slash*',
    ],
    restriction: [
      'impos*|introduc*|levied|subject to',
      'abandon*|shelve*|drops|dropped|lift|lifts … tariffs|lifted … tariffs|lifts … ban|lifted … ban|lifts … sanctions|lifted … sanctions|lifts … restrictions|lifted … restrictions|lifts … embargo|lifted … embargo|abolish*|repeal*|scraps|scrapped|removed … tariffs',
    ],
    extension: ['extend*|prolong*|renew|renews|renewed', 'expires|expired|lapsed|let … lapse'],
    office: [
      'appoint*|names|named|elects|elected|hires|hired',
      'dismiss*|fires|fired|sack*|oust*|resign*|steps down|stepped down',
    ],
    schedule: [
      'on schedule|as planned|as scheduled|brought forward|brings forward',
      'delay|delays|delayed|postpon*|pushed back|pushes back|put off|puts off|defers|deferred',
    ],
    contest: ['win|wins|won', 'lose|loses|lost'],
    confirmation: ['confirm*|upholds|upheld', 'denies|denied'],
    ownership: ['buy|buys|bought|acquir*|takes over|took over', 'sell|sells|sold|divest*'],
  },
  eventDenials: String.raw`not(?!\s+only)|never|no longer|(?:refus|declin|fail)\p{L}*\s+to`,
  eventDenyingEndings: "n['’]t",
  infinitiveMarks: 'to',
  tellingVerbs:
    'said|says|told|announced|announces|reported|reports|confirmed|confirms|stated|states|wrote|showed|shows|added',
  tellingLeads: 'as',
  tellers: String.raw`according to\s`,
  leadingTellingVerbs: 'said|says|told|announced|announces|reported|reports|confirmed|stated|wrote|added',
  thatWords: 'that',
  noLonger: '(?:no|any) (?:longer|more)',
  newsWords:
    'said say says announced announce announces according reported report reports told spokesman spokeswoman statement monday tuesday wednesday thursday friday saturday sunday today yesterday tomorrow week month year also now already newly company group firm several only plan plans planned',
  planned:
    'will|shall|(?:is|are) to|plans? to|wants? to|intends? to|aims? to|(?:expected|planned|scheduled|due|set) to',
  done: String.raw`has|have|had|was|were|(?!announced|reported)\p{L}{2,}ed|began|rose|fell|won|lost|sold|bought|built|went|took`,
  agentVerbs: 'has|have|had|is|are|was|were|will|would|did|does|do|plans?|wants?',
  passives: 'is|are|was|were|be|been|being',
  by: 'by',
  agentBorders: 'for|on|in',
  placeLeads: 'at|in|on|after|before|from|for|with',
  inForce: String.raw`am|is|are|costs?|stands? at|amounts? to|(?:set|sets|fixed|fixes)\s(?:(?![.;]).){2,80}?\sat`,
  deeds: String.raw`\p{L}{2,}ed`,
  subordinators: 'after|before|because|citing|amid|following|while|although|ruling|saying|as|that|which|who',
  concerning: 'amendments?|motions?|appeals?|complaints?|requests?|challenges?|petitions?|bids?|parts? of',

  changeLeads: 'by',
  amountLeads: 'to|at',
  roughLeads: 'more than|over|at least|up to|about|around|almost|nearly|some|roughly|fewer than|less than|under',
  numberedThings: String.raw`number|no\.|units?|phase|block|reactors?|articles?|art\.|sections?|paragraphs?|annex|line|terminal|platform|flight|route|lot`,
};
