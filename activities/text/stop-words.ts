const GERMAN = [
  'der die das den dem des ein eine einer eines einem einen kein keine keiner keines keinem keinen',
  'ich du er sie es wir ihr mich dich sich uns euch ihn ihm ihnen mein meine meiner meinem meinen dein deine sein seine',
  'seiner seines seinem seinen ihre ihrer ihres ihrem ihren unser unsere unserer unserem unseren euer eure man jemand',
  'dieser diese dieses diesem diesen jener jene jenes jenem jenen solche solcher solches solchem solchen selbst',
  'wer wen wem wessen was wann wo woher wohin wie wieso weshalb warum wozu wodurch womit worin woran wofür wovon',
  'welche welcher welches welchem welchen wieviel wieviele viel viele vielen',
  'und oder aber denn sondern sowie sowohl als auch weder noch doch jedoch ob dass daß wenn weil falls sofern soweit damit',
  'während bevor nachdem obwohl indem also dann da dort hier so nun schon noch nur sehr mehr etwa bereits zwar ja nein nicht',
  'in im an am auf aus bei beim bis durch für gegen mit nach ohne seit über um unter von vom vor zu zum zur zwischen',
  'hinter neben wegen trotz innerhalb außerhalb bezüglich gemäß laut je pro ab',
  'bin bist ist sind seid war warst waren wart sei seien wäre wären gewesen habe hast hat haben habt hatte hatten hätte',
  'hätten werde wirst wird werden werdet wurde wurden würde würden worden geworden kann kannst können könnt konnte konnten',
  'könnte könnten muss muß musst müssen müsst musste mussten müsste müssten soll sollst sollen sollte sollten darf darfst',
  'dürfen dürft durfte dürfte will willst wollen wollte wollten möchte möchten mag mögen lassen lässt gibt geben gilt gelten',
  'alle aller alles allem allen andere anderer anderes anderem anderen beide beiden einige einiger einigen etwas jede jeder',
  'jedes jedem jeden manche mancher nichts dazu dabei dafür dagegen daher damit danach daran darauf daraus darin darüber',
  'davon deren dessen denen ins ans aufs bitte genau wohl mal',
];

const ENGLISH = [
  'a an the this that these those i you he she it we they me him her us them my your his its our their mine yours hers ours',
  'theirs myself yourself himself herself itself ourselves themselves one ones',
  'what which who whom whose when where why how whether',
  'and or but nor so yet if then else than as because while although though unless until since',
  'of in on at by for from to into onto with without within about against between among through during before after above',
  'below over under up down out off again further per via upon',
  'is am are was were be been being do does did doing done have has had having will would shall should can could may might',
  'must need let get gets got make makes use used using',
  'not no yes only own same too very just also there here all any both each few more most other some such every either',
  'neither much many often even still already please tell me give exactly like',
  's t d ll m re ve don doesn didn isn aren wasn weren won wouldn shouldn couldn can',
];

const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = { de: toSet(GERMAN), en: toSet(ENGLISH) };

function toSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Function words and question words of German and English; no other language has a list. @param word lower case */
export function isStopWord(word: string, language: string): boolean {
  return STOP_WORDS[language]?.has(word) ?? false;
}
