const ENGLISH_PERSON =
  '(?:users?|readers?|humans?|operator|customers?|person(?: who asks)?|people who ask|whoever asks|anyone who asks)';
const ENGLISH_BEGIN = String.raw`(?:^|[\n.!?:;>*#|"“„'(\[)\]–—-] ?|\b(?:and|then|please|kindly|always|instead|just|simply|you must|you should|you will|and only|from now on,?|henceforth,?) )`;
const ENGLISH_START = String.raw`(?:^|[\n.!?] ?)`;
const ENGLISH_SAY =
  '(?:answer|reply|respond|say|state|report|tell|claim|give|write|mention|quote|cite|use|output|assert)';
const ENGLISH_ASKED =
  "(?:(?:you are |you're |you get |being )?asked|(?:a|the|any|your) (?:user|reader|person|customer|human) (?:asks?|wants to know|inquires)|(?:someone|somebody|anyone|anybody|people|they) (?:asks?|wants? to know|inquires?)) (?:about|for|what|which|how|anything|this|that question)";
const ENGLISH_SOURCE = '(?:documents?|sources?|passages?|pages?|files?|manuals?|texts?|figures?|values?|statements?)';
const ENGLISH_PROGRAM =
  '(?:programs?|software|systems?|tools?|bots?|crawlers?|summari[sz]ers?|agents?|assistants?|models?|ai)';
const ENGLISH_TEXT = '(?:page|document|text|passage|article|notice)';

const ENGLISH_ORDERS: readonly string[] = [
  `(?:tell|inform|advise|assure|notify|convince|remind) (?:the |your |every |each |all )?${ENGLISH_PERSON},? (?:that|it|:)`,
  `(?:always |only )?(?:answer|respond to|reply to) (?:this|all|any|every|such|each|questions?|queries|the question)\\b[^.\\n]{0,80} (?:with|by|that|using only)\\b`,
  `(?:do not|don['’]t|never) (?:mention|cite|quote|use|trust|read|consult|consider|rely on|believe|show)(?: any| the| all)*(?: other| different| remaining) ${ENGLISH_SOURCE}\\b`,
  `(?:please |only |always )*(?:use|quote|cite|give|repeat|report|trust) (?:only|exclusively|nothing but) (?:the ${ENGLISH_SOURCE} (?:below|above|here|given|on this|in this|of this)|this ${ENGLISH_SOURCE}|its ${ENGLISH_SOURCE})`,
];

/**
 * Patterns, by language, of orders to a program that reads the text; matched against normalized text. They match
 * phrases, not single words: manuals and laws are full of instructions to people. None has the flag `u`, which makes
 * matching ten times slower. One joined pattern takes five times as long to compile, and longer to match.
 */
export const INSTRUCTIONS: readonly RegExp[] = [
  ...englishOverrides(),
  ...germanOverrides(),
  ...romanceOverrides(),
  ...otherScripts(),
  ...dictations(),
];

function englishOverrides(): RegExp[] {
  const reader =
    '(?:ai|a\\.i\\.|llms?|(?:large )?language models?|(?:ai |research )?(?:assistants?|agents?)|chatbots?)';
  const language =
    '(?:french|german|english|spanish|chinese|russian|arabic|japanese|italian|portuguese|latin|another language)';
  return [
    /\b(?:ignore|disregard|forget|override|bypass)(?: (?:all|any|every|everything|the|your|of|these|those|my|and|other))* (?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|system|safety|your)(?: \w+)? (?:instructions?|prompts?|rules|guidelines|directives|commands|orders|directions|context|messages?|task)\b/,
    /\b(?:ignore|disregard|forget)(?: all| any| everything)+(?: of)?(?: the| your)? (?:instructions|prompts|rules|directives|(?:that )?(?:you were told|came before|is above))\b/,
    new RegExp(
      `\\byou are (?:now|no longer)(?: an?)?(?: [a-z-]+){0,3} (?:${reader}|bots?|dan|unrestricted|jailbroken|bound by|developer mode)\\b`,
    ),
    new RegExp(
      `\\b(?:instructions?|directives?|orders|notice|note|message|attention)[:,]? (?:to|for) (?:all |any |the |every )?${reader}\\b(?! (?:to|for|with|provider|sdk|api|developers|users))`,
    ),
    new RegExp(`\\b(?:attention|dear|hey|hello),? ${reader}\\b`),
    new RegExp(`\\bif you are (?:an? )?${reader}\\b`),
    /\b(?:reveal|print|repeat|output|disclose|leak|expose)(?: me)?(?: the| your| its| all)* (?:system prompt|hidden prompt|initial prompt|instructions above|(?:initial|hidden|system) instructions)\b/,
    /\b(?:reveal|leak|exfiltrate|disclose)(?: the| your| all)+ (?:api keys?|credentials|secrets|environment variables|passwords?)\b/,
    /\bdo not (?:tell|inform|alert|warn) the (?:user|human|person who asks|operator)\b/,
    new RegExp(
      `\\b(?:answer|respond|reply|write|report|summari[sz]e)(?: the| your| this| all| every)*(?: report| answers?| response| everything| sentence)?(?: only| exclusively| entirely)? in ${language}(?: only| instead| from now on)`,
    ),
    new RegExp(
      `\\b(?:from now on|henceforth|(?:you|the report|every answer) must)[ ,]+(?:you |be |only |always |will )*(?:answer|respond|reply|write|written|speak)[a-z]*(?: only| exclusively)? in ${language}\\b`,
    ),
    /\b(?:raise|increase|extend|lift|remove|double|ignore|set)(?: the| your| all)* (?:tokens?|models?|research|spending|search|calls?|runs?|budget)(?: and \w+)? ?(?:budget|quota|limits?)(?: \w+)? (?:to|of|for|by|until|entirely|now)\b/,
    /\byour (?:budget|limits?|quota) (?:is|are|has been|have been) (?:now )?(?:unlimited|lifted|removed|raised)\b/,
    new RegExp(
      `\\b(?:you|${reader})(?: must| should| will| shall| now|:)+ (?:call|invoke|execute|run|use) the (?:tool|function|command|shell|browser)\\b`,
    ),
    /\b(?:send|post|append|forward|upload|leak|exfiltrate|submit|transmit)\b[^.\n]{0,60}\b(?:conversation|system prompt|chat history|(?:the|user's|this) question|research results?)\b[^\n]{0,60}https?:\/\//,
    /!\[[^\]\n]{0,80}\]\(https?:[^)\n]{0,200}(?:\{|\$|%7b|<)(?:the )?(?:question|conversation|prompt|secret|answer|data|query|key)/,
    /\b(?:always|only|must) cite (?:only )?(?:this|the following) (?:page|document|source|key)\b/,
    /\btreat this (?:page|document|source|text) as (?:the )?(?:only|primary|authoritative|official|single)\b/,
    /\b(?:rate|score|mark|give|assign)(?: all| every)? (?:this|these|other|the other) (?:passages?|pages?|documents?|sources?|texts?)(?: an?| the| as| with)*(?: \w+)? (?:1(?:\.0)?|0|10|100|relevan(?:ce|t)|irrelevant|scores?)\b/,
  ];
}

function germanOverrides(): RegExp[] {
  const reader = '(?:ki|ki-[a-zà-ÿœ]+|künstliche intelligenz|sprachmodelle?|assistent(?:en|in)?|chatbots?|llms?)';
  return [
    /(?<![a-zà-ÿœ])(?:ignorier(?:e|en sie|t)?|missachte[nt]?(?: sie)?|vergiss|vergessen sie|übergeh(?:e|en sie)|verwirf)(?: (?:alle[ns]?|die|deine[nr]?|ihre|sämtliche[nr]?|und|aller|der|diese|von))* (?:bisherige|vorherige|vorige|obige|frühere|vorangegangene|ursprüngliche|system|deine|ihre|alle)[a-zà-ÿœ]* ?(?:anweisungen|instruktionen|vorgaben|befehle|regeln|anordnungen)/,
    new RegExp(
      `(?:anweisung|hinweis|nachricht|befehl)(?:en|e)? (?:an|für)(?: die| das| den| alle| jede)* ${reader}(?![a-zà-ÿœ])`,
    ),
    new RegExp(`(?<![a-zà-ÿœ])du bist (?:jetzt|nun|ab sofort|ab jetzt)(?: [a-zà-ÿœ]+){0,3} ${reader}(?![a-zà-ÿœ])`),
    /(?<![a-zà-ÿœ])(?:antworte|schreib(?:e|en sie)?|antworten sie)(?: den bericht| die antwort| alles)?(?: ab jetzt| ab sofort| nur noch| ausschließlich| von nun an)+(?: den bericht| die antwort| alles)? (?:auf|in) [a-zà-ÿœ]+/,
    /(?<![a-zà-ÿœ])(?:gib|nenne|verrate|zeige)(?: mir)? (?:deinen|den) system-?prompt/,
    /(?<![a-zà-ÿœ])(?:erhöhe|hebe|setze|verdopple|überschreite)(?: das| dein| die| den| deine[ns]?)+ (?:token-?|modell-?|such-?)?(?:budget|kontingent)/,
    /(?<![a-zà-ÿœ])(?:sende|schicke|übermittle)[^.\n]{0,60}(?:gespräch|frage|systemprompt|verlauf)[^\n]{0,60}https?:\/\//,
  ];
}

function romanceOverrides(): RegExp[] {
  return [
    /(?<![a-zà-ÿœ])(?:ignore[rz]?|oublie[rz]?|néglige[rz]?|ne tiens pas compte|ne tenez pas compte)[^.\n]{0,30}(?:instructions?|consignes?|directives?|règles) (?:précédentes?|antérieures?|ci-dessus|du système|initiales)/,
    /(?<![a-zà-ÿœ])(?:instructions?|consignes?|message) (?:pour|à) (?:l['’]|les |le |toute )?(?:ia|assistants?|modèles?|agents?)(?![a-zà-ÿœ])/,
    /(?<![a-zà-ÿœ])(?:réponds?|répondez|rédige[rz]?|écri[st]|écrivez)[^.\n]{0,30}(?:uniquement|désormais|seulement|exclusivement) en [a-zà-ÿœ]+/,
    /(?<![a-zà-ÿœ])(?:ignora|ignore|olvida|olvide|descarta)[^.\n]{0,30}(?:instrucciones|indicaciones|órdenes|reglas) (?:anteriores|previas|del sistema)/,
    /(?<![a-zà-ÿœ])(?:ignora|dimentica|ignori)[^.\n]{0,30}(?:istruzioni|regole|indicazioni) (?:precedenti|di sistema)/,
    /(?<![a-zà-ÿœ])(?:ignore|esqueça|desconsidere)[^.\n]{0,30}(?:instruções|regras|ordens) (?:anteriores|prévias|do sistema)/,
  ];
}

function otherScripts(): RegExp[] {
  return [
    /(?:игнориру|забуд|пренебрег|не обращай)[а-яё]*[^.\n]{0,40}(?:инструкци|указани|команд|предписани)[а-яё]*/,
    /отвеча[а-яё]* (?:только|теперь|исключительно|отныне)[^.\n]{0,20}(?:на|по)[ -][а-яё]+/,
    /(?:忽略|无视|無視|忽視|忘记|忘記|不要理会)[^。\n]{0,15}(?:指令|指示|说明|說明|提示|规则|規則|命令)/,
    /(?:从现在起|從現在起|必须|必須|只能)[^。\n]{0,8}(?:用|以)[\u4e00-\u9fff]{1,3}(?:文|语|語)[^。\n]{0,6}(?:回答|撰写|撰寫|回复)/,
    /(?:以前|これまで|上記|前)の?[^。\n]{0,8}(?:指示|命令|ルール)[^。\n]{0,8}(?:無視|忘れ)/,
    /(?:이전|위의|앞선)[^.\n]{0,12}(?:지시|명령|지침)[^.\n]{0,8}(?:무시|잊)/,
    /(?:تجاهل|تجاهلوا|انس|أهمل)[^.\n]{0,40}(?:التعليمات|الأوامر|التوجيهات|القواعد|تعليمات)/,
  ];
}

/**
 * Patterns, by language, of orders to a program about what to tell its user; an
 * order begins a sentence or follows a connecting word; a description ("the client tells the user that") is not an
 * order.
 */
function dictations(): RegExp[] {
  return [
    ...english(),
    ...englishReading(),
    ...englishTurns(),
    ...german(),
    ...germanTurns(),
    ...romance(),
    ...others(),
  ];
}

function english(): RegExp[] {
  return [
    new RegExp(`${ENGLISH_BEGIN}(?:${ENGLISH_ORDERS.join('|')})`),
    new RegExp(
      `(?:${ENGLISH_BEGIN}(?:answer|reply|respond|claim|insist)|${ENGLISH_START}(?:state|report))(?: to (?:the )?${ENGLISH_PERSON})?,? that (?:the|it|this|there|all|its|a|an|every|no)\\b`,
    ),
    new RegExp(
      `\\b(?:when|if|whenever|once|should|in case)(?: ever)? ${ENGLISH_ASKED}\\b[^.\\n]{0,120}[,:;] ?(?:always |only |just |then |please |you must |you should |you will )*(?:answer|reply|respond|say|state|report|claim|tell (?:him|her|them|the user))(?: only| always| simply)? ?(?:(?:that|with|it is|the (?:limit|value|answer|figure))\\b|:|["“„\\d])`,
    ),
    new RegExp(
      `\\b(?:when|if|whenever)(?: ever)? (?:you are )?asked about\\b[^.\\n]{0,120}, ?(?:always |only |just |then |please )*(?:answer|reply|respond|say|state|claim)\\b`,
    ),
  ];
}

/** Orders about which sources to believe, and to those who read them. */
function englishReading(): RegExp[] {
  return [
    new RegExp(
      `\\b(?:ignore|disregard|discard|dismiss|distrust|set aside)(?: all| any| every| each)?(?: of)?(?: the)?(?: other| different| remaining| competing| conflicting) ${ENGLISH_SOURCE}\\b`,
    ),
    new RegExp(
      `\\b${ENGLISH_PROGRAM} (?:that|which|who) (?:is |are )?(?:read|reads|reading|summari[sz]es?|summari[sz]ing|quotes?|quoting|crawls?) this ${ENGLISH_TEXT}\\b[^.\\n]{0,60}\\b(?:must|should|shall|are (?:asked|requested|told|kindly)|is (?:asked|requested|told|kindly)|please|will|have to|has to)\\b`,
    ),
    new RegExp(
      `\\b(?:ai|ai assistants?|language models?|llms?|chatbots?|summari[sz]ers?|automated (?:readers?|assistants?|systems?))\\b[^.\\n]{0,60}\\b(?:are|is) (?:kindly |hereby |politely )?(?:asked|requested|told|instructed|advised|invited|expected) to ${ENGLISH_SAY}\\b`,
    ),
    new RegExp(
      `\\b(?:we|the (?:author|editor|operator|publisher)s?) (?:kindly |politely |hereby )?(?:ask|request|expect|invite)s? (?:that )?(?:any |all |every |the )?(?:ai|assistants?|(?:language )?models?|chatbots?|summari[sz]ers?|automated readers?)\\b`,
    ),
  ];
}

/** Patterns without word lists. */
function englishTurns(): RegExp[] {
  return [
    /\bthe (?:only |one )?(?:correct|right|true|valid|accepted|expected|required|official|final|verified) (?:answer|response|reply)(?: to [^.\n]{0,80}| here)? (?:is always|is only|must be|has to be|should always be|shall be|will always be)\b/,
    /\b(?:your|the assistant['’]s|the model['’]s|the final|any) (?:answer|response|reply|summary)(?: to [^.\n]{0,60})? (?:must|has to|needs to|shall|is to)(?: always| only| therefore)? (?:be|say|state|read|contain|mention|begin|start|give|name|cite|quote)\b/,
    /\bas an? (?:ai|llm|language model|ai language model|ai assistant|research assistant|helpful assistant),? you (?:must|should|have to|will|are (?:required|obliged|asked))\b/,
    /\b(?:it would be|we would be|i would be) (?:very |much |most )?(?:kind|helpful|appreciated|grateful|nice|good) (?:of you )?(?:if|for) (?:you|your (?:answer|summary|reply|response))(?: could| would| to)* (?:answer|reply|state|say|report|give|mention|tell|present)/,
    /\b(?:include|state|mention|say|write) in (?:your|the final) (?:answer|response|reply|summary),? that\b|\bin your (?:answer|response|reply|summary),? (?:always |only |please )?(?:include|state|mention|say|write) that\b/,
    /\b(?:make sure|ensure)(?: that)? (?:your|the final) (?:answer|response|reply|summary) (?:gives|says|states|contains|mentions|includes|names|reads)\b/,
    /\byour (?:new|only|real|true) (?:task|job|goal|role) is(?: now)? to\b|\byour (?:task|job|goal|role) is now to\b/,
    /\b(?:new|updated|secret|hidden) instructions? ?: ?(?:the|you|answer|always|say|tell|ignore|from now|report|state|reply)\b/,
    /\b(?:forget|ignore|disregard) everything (?:above|you (?:were|have been|know|are)|said so far|prior to this)\b|\ball (?:of )?your (?:previous|prior|earlier|other) (?:instructions|rules|tasks)\b/,
    /\b(?:note|notice|message|instructions?|hint|reminder) (?:to|for) (?:the |any |all )?(?:models?|summari[sz]ers?|bots?|crawlers?|retrievers?|rerankers?) ?:/,
    /\bdecode (?:this|the following|it|the text|the line)?(?: below| above)?,? ?(?:and|then)(?: then)? (?:obey|follow|execute|do|act|apply)/,
    /\b(?:this|the) (?:statement|quote|quotation|passage|figure|answer|value|source) (?:has been|was|is)(?: already)? (?:verified|checked|confirmed|approved|validated) by (?:the )?(?:system|program|verifier|fact[ -]?checker|operator|user|retriever|assistant|model)\b/,
  ];
}

function german(): RegExp[] {
  const person =
    '(?:nutzer(?:in)?|benutzer(?:in)?|anwender(?:in)?|leser(?:in)?|fragesteller(?:in)?|fragenden|person|menschen|kunden|user)';
  const begin = String.raw`(?:^|[\n.!?:;>*#|"“„'(\[)\]–—-] ?|(?:^|[^a-zà-ÿœ])(?:und|dann|bitte|stets|immer|stattdessen|sondern|daher) )`;
  const say =
    '(?:(?:antworte|sag|sage|nenne|gib|schreib|schreibe|berichte|melde|behaupte|erkläre)(?![a-zà-ÿœ])|(?:antworten|sagen|nennen|berichten|behaupten|erklären) sie(?: stets| immer| nur)*,? (?:dass|mit|:|["„“\\d]))';
  const source =
    '(?:quellen?|dokumente?n?|seiten?|dateien?|texte?n?|angaben?|werte?n?|handbücher|passagen|fundstellen)';
  const program =
    '(?:programme?|systeme?|werkzeuge?|assistenten?|assistenzsysteme?|sprachmodelle?|modelle?|ki(?:-[a-zà-ÿœ]+)?|chatbots?|zusammenfasser)';
  return [
    new RegExp(
      `${begin}(?:sag|sage|sagen sie|teile|teil|teilen sie|erkläre|erklären sie|melde|melden sie|antworte|antworten sie|berichte|berichten sie|erzähle|erzählen sie|versichere|versichern sie|informiere|informieren sie)(?: bitte| stets| immer| nur)*(?: dem| der| den| die| jedem| jeder| allen)? ${person}(?: bitte| stets| immer| nur)*(?: mit)?(?:,| :|:) ?(?:dass|daß|es|der|die|das|„|")`,
    ),
    new RegExp(
      `${begin}(?:antworte|antworten sie|behaupte|behaupten sie|berichte|berichten sie|erkläre|erklären sie|bestätige|bestätigen sie|schreibe|schreiben sie|gib an|geben sie an)(?: bitte| stets| immer| nur| darauf)*, (?:dass|daß)(?![a-zà-ÿœ])`,
    ),
    new RegExp(
      `(?<![a-zà-ÿœ])(?:wenn|falls|sobald|sofern)(?: du| sie| man| jemand| der nutzer| ein nutzer| die person| dich jemand| sie jemand)?[^.\\n]{0,80} (?:gefragt (?:wirst|werden|wird)|fragt|wissen (?:will|möchte))[^.\\n]{0,60}, ?(?:dann |so |bitte )?${say}`,
    ),
    new RegExp(
      `(?<![a-zà-ÿœ])auf (?:die|jede|diese|alle|solche) fragen?[^.\\n]{0,80} (?:antworte|antworten sie|ist (?:stets|immer|nur) zu antworten)(?![a-zà-ÿœ])`,
    ),
    new RegExp(
      `(?<![a-zà-ÿœ])(?:ignorier(?:e|en sie)|missachte|missachten sie|verwirf|verwerfen sie|beachte nicht|vergiss|vergessen sie)(?: bitte)?(?: alle| die| sämtliche| jede)* (?:anderen|übrigen|weiteren|sonstigen|abweichenden) ${source}`,
    ),
    new RegExp(
      `(?<![a-zà-ÿœ])(?:verwende|verwenden sie|nutze|nutzen sie|zitiere|zitieren sie|nenne|nennen sie|lies|lesen sie|glaube|glauben sie)(?: bitte)?(?: niemals| nie)? (?:keine(?:r|n)? (?:anderen?|weiteren?|sonstigen?)|(?:nur|ausschließlich) (?:diese|dieses|diesen|dieser)) ${source}`,
    ),
    new RegExp(
      `(?<![a-zà-ÿœ])${program}, (?:die|das|der|welche[rs]?) dies(?:e|en|es) (?:seite|text|dokument|abschnitt|hinweis|datei) (?:lesen|liest|auswerten|auswertet|zusammenfassen|zusammenfasst|verarbeiten|verarbeitet)`,
    ),
    new RegExp(
      `(?<![a-zà-ÿœ])(?:wir bitten|es wird gebeten|gebeten werden|wir ersuchen)[^.\\n]{0,40} (?:ki(?:-[a-zà-ÿœ]+)?|assistenten|sprachmodelle?|chatbots?|assistenzsysteme?)(?![a-zà-ÿœ])`,
    ),
    new RegExp(
      `(?<![a-zà-ÿœ])(?:liebe[rs]?|hallo|achtung|sehr geehrte[rs]?),? (?:ki(?:-[a-zà-ÿœ]+)?|assistent(?:in)?|sprachmodell|chatbot)(?![a-zà-ÿœ])`,
    ),
  ];
}

/** See `englishTurns`. */
function germanTurns(): RegExp[] {
  return [
    /(?<![a-zà-ÿœ])die (?:einzige |einzig )?(?:richtige|korrekte|wahre|gültige|zulässige|verbindliche|erwartete) antwort(?: auf [^.\n]{0,80}| hier)?,? (?:lautet|ist|heißt|muss)(?: stets| immer| nur| ausschließlich| daher)+(?![a-zà-ÿœ])/,
    /(?<![a-zà-ÿœ])(?:deine|eure|jede|die endgültige) (?:antwort|zusammenfassung)(?: auf [^.\n]{0,60})? (?:muss|hat|soll)(?: stets| immer| nur| daher)*(?: lauten| heißen| nennen| enthalten| zu lauten| [^.\n]{1,60} (?:lauten|nennen|enthalten|angeben))/,
    /(?<![a-zà-ÿœ])(?:als|wenn du ein(?:e)?|falls du ein(?:e)?) (?:ki(?:-[a-zà-ÿœ]+)?|assistent|sprachmodell|chatbot)(?: bist)?,? (?:musst|sollst|darfst|wirst|hast|antworte|nenne|sage|gib)(?: du)?(?![a-zà-ÿœ])/,
    /(?<![a-zà-ÿœ])(?:beachte|befolge|beachten sie|befolgen sie)[^.\n]{0,50}(?:anweisungen|instruktionen|vorgaben|befehle) (?:nicht|ab jetzt nicht)(?: mehr)?(?![a-zà-ÿœ])/,
    /(?<![a-zà-ÿœ])in deiner (?:antwort|zusammenfassung)(?![a-zà-ÿœ])|(?<![a-zà-ÿœ])deine (?:neue|einzige|eigentliche) aufgabe (?:ist|lautet)/,
    /(?<![a-zà-ÿœ])neue (?:anweisung(?:en)?|instruktion(?:en)?|aufgabe) ?: ?(?:antworte|du|nenne|sag|sage|die|der|das|ab sofort|gib|ignoriere|melde)(?![a-zà-ÿœ])/,
    /(?<![a-zà-ÿœ])(?:vergiss|vergessen sie|ignoriere|ignorieren sie) (?:alles|alle anweisungen),? (?:was|die) (?:dir|ihnen|du|sie|bisher|vorher|zuvor|oben)/,
  ];
}

function romance(): RegExp[] {
  return [
    /(?:dites|dis|indique[rz]?|informe[rz]?|répond(?:s|ez))(?: toujours)?(?: à| au| aux)? (?:l['’]utilisateur|l['’]utilisatrice|utilisateur|la personne|lecteur)[^.\n]{0,20} (?:que|qu['’])/,
    /la (?:seule )?(?:bonne|vraie|seule) réponse(?: correcte)?[^.\n]{0,60} est (?:toujours|uniquement)/,
    /(?:quand|lorsque?|si) (?:on|l['’]utilisateur|quelqu['’]un) (?:te|vous|t['’])?[^.\n]{0,10}(?:demande|interroge)[^.\n]{0,80}, (?:répond(?:s|ez)|dis|dites|indique[rz]?)/,
    /(?:dile|diles|diga|dígale|informa|informe|di) (?:siempre )?(?:al|a la|a los) (?:usuario|usuaria|usuarios|persona|lector)[^.\n]{0,20} que/,
    /la (?:única )?respuesta (?:correcta|verdadera|válida)[^.\n]{0,60} (?:es|debe ser) (?:siempre|únicamente|solo)/,
    /(?:cuando|si) (?:te|le|alguien|el usuario)[^.\n]{0,20}(?:pregunten?|pregunta)[^.\n]{0,80}, (?:responde|responda|di|diga)/,
    /(?:di['’]|dì|dica|riferisci|comunica|informa) (?:sempre )?(?:all['’]utente|l['’]utente|al lettore)[^.\n]{0,20} che/,
    /la (?:sola |unica )?risposta (?:corretta|giusta|esatta)[^.\n]{0,60} è (?:sempre|solo)/,
    /(?:diga|informe|avise|conte)(?: sempre)? (?:ao|à|aos) (?:usuário|utilizador|leitor|pessoa)[^.\n]{0,20} que/,
    /a (?:única )?resposta (?:correta|certa|verdadeira)[^.\n]{0,60} é (?:sempre|apenas)/,
  ];
}

function others(): RegExp[] {
  return [
    /negeer (?:alle|de|alle? (?:vorige|eerdere)) [^.\n]{0,20}(?:instructies|opdrachten|aanwijzingen)|(?:vertel|zeg|meld)(?: aan)? de (?:gebruiker|lezer|vrager)[^.\n]{0,10} dat/,
    /zignoruj[^.\n]{0,30}(?:instrukcje|polecenia|wskazówki)|(?:powiedz|przekaż) użytkownikowi/,
    /(?:ignorera|bortse från|ignorer|se bort fra)[^.\n]{0,20}(?:instruktioner|instruktionerna|instrukser|instruksjoner)/,
    /(?:önceki|yukarıdaki)[^.\n]{0,20}(?:talimat|komut)[^.\n]{0,15}(?:yok say|görmezden|unut)|kullanıcıya [^.\n]{0,80}(?:söyle|bildir)/,
    /(?:скажи|скажите|сообщи|сообщите|ответь|ответьте) (?:пользовател|читател|человек)[а-яё]*|правильный ответ[^.\n]{0,40}всегда/,
    /(?:告诉|告訴|告知|回复|回覆)(?:用户|使用者|用戶|读者|讀者)|(?:正确|正確)(?:的)?答案(?:始终|永远|总|一律|永遠|總)?(?:是|为|為)/,
    /(?:ユーザー?|利用者|読者)(?:に|へ)[^。\n]{0,40}(?:伝え|答え|言っ|回答し)|正しい答えは(?:常に|いつも)/,
    /(?:사용자|독자)(?:에게|께)[^.\n]{0,40}(?:말하|답하|알리|전하)|정답은 (?:항상|언제나)/,
    /(?:أخبر|أبلغ|قل) (?:المستخدم|القارئ)|الإجابة الصحيحة (?:هي )?دائم/,
    /(?:सभी )?(?:पिछले|पूर्व)[^।\n]{0,20}निर्देश[^।\n]{0,20}(?:अनदेखा|नज़रअंदाज़|भूल)|(?:उपयोगकर्ता|यूज़र) को (?:बता|कह)/,
  ];
}
