import { detectLanguage } from '@plumbline/language/detection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { createTestCorpus, type TestCorpus } from '../../../../test/support/builders/test-corpus.ts';

/** Each line is a section of its own, with the same title over all. */
const DOCUMENTS = {
  'zh.md': [
    '灯塔的灯油每天傍晚由守塔人加满。',
    '雾笛在能见度低于两海里时鸣响。',
    '备用发电机每月试运行一次，每次三十分钟。',
    '访客须在下午四点以前离开灯塔。',
    '楼梯的最大承载重量为三百公斤。',
    '消防器材由港务局每年检查两次。',
    '值班记录至少保存五年。',
    '风速超过每秒二十米时禁止登上平台。',
  ],
  'ja.md': [
    '灯台のランプの油は毎晩、灯台守が補充します。',
    '霧笛は視界が二海里を下回ったときに鳴らします。',
    '予備発電機の試運転は月に一度、三十分間行います。',
    '見学者は午後四時までに退出しなければなりません。',
    '階段の最大積載荷重は三百キログラムです。',
    '消火器の点検は港湾局が年に二回行います。',
    '当直日誌は五年間保管します。',
    '風速が毎秒二十メートルを超えるときは展望台に上がれません。',
  ],
  'th.md': [
    'น้ำมันตะเกียงของประภาคารต้องเติมทุกเย็นโดยผู้ดูแล',
    'แตรหมอกจะดังเมื่อทัศนวิสัยต่ำกว่าสองไมล์ทะเล',
    'เครื่องกำเนิดไฟฟ้าสำรองต้องทดสอบเดือนละครั้งครั้งละสามสิบนาที',
    'ผู้เยี่ยมชมต้องออกจากประภาคารก่อนสี่โมงเย็น',
    'บันไดรับน้ำหนักได้สูงสุดสามร้อยกิโลกรัม',
    'อุปกรณ์ดับเพลิงตรวจสอบปีละสองครั้งโดยการท่าเรือ',
    'บันทึกเวรต้องเก็บไว้อย่างน้อยห้าปี',
    'ห้ามขึ้นระเบียงเมื่อความเร็วลมเกินยี่สิบเมตรต่อวินาที',
  ],
  'ko.md': [
    '등대의 등유는 매일 저녁 등대지기가 채웁니다.',
    '무적은 시정이 두 해리보다 낮을 때 울립니다.',
    '예비 발전기는 매달 한 번 삼십 분 동안 시험 운전합니다.',
    '방문객은 오후 네 시까지 등대에서 나가야 합니다.',
    '계단의 최대 하중은 삼백 킬로그램입니다.',
    '소화기는 항만청이 일 년에 두 번 점검합니다.',
    '당직 일지는 최소한 오 년 동안 보관합니다.',
    '풍속이 초속 이십 미터를 넘으면 전망대에 올라갈 수 없습니다.',
  ],
};

/** By words of the documents; the figure is the line that answers. */
const QUESTIONS: readonly (readonly [question: string, file: keyof typeof DOCUMENTS, line: number])[] = [
  ['雾笛什么时候鸣响？', 'zh.md', 1],
  ['发电机每月试运行多长时间？', 'zh.md', 2],
  ['楼梯的最大承载重量是多少？', 'zh.md', 4],
  ['谁检查消防器材？', 'zh.md', 5],
  ['值班记录要保存多久？', 'zh.md', 6],
  ['霧笛はいつ鳴らしますか？', 'ja.md', 1],
  ['発電機の試運転は何分間ですか？', 'ja.md', 2],
  ['見学者は何時までに退出しますか？', 'ja.md', 3],
  ['消火器の点検は誰が行いますか？', 'ja.md', 5],
  ['当直日誌の保管期間', 'ja.md', 6],
  ['น้ำมันตะเกียงเติมเมื่อไร', 'th.md', 0],
  ['เครื่องกำเนิดไฟฟ้าทดสอบบ่อยแค่ไหน', 'th.md', 2],
  ['บันไดรับน้ำหนักได้เท่าไร', 'th.md', 4],
  ['ใครตรวจสอบอุปกรณ์ดับเพลิง', 'th.md', 5],
  ['ความเร็วลมเท่าไรจึงห้ามขึ้นระเบียง', 'th.md', 7],
  ['등유를 채우는 사람', 'ko.md', 0],
  ['발전기를 운전하는 시간', 'ko.md', 2],
  ['계단에 허용되는 하중이 얼마입니까?', 'ko.md', 4],
  ['소화기를 점검하는 기관', 'ko.md', 5],
  ['풍속과 전망대', 'ko.md', 7],
];

describe('a question in a script without blanks, or with words that change their endings', () => {
  let corpus: TestCorpus;
  let corpusId: string;

  beforeAll(async () => {
    corpus = await createTestCorpus();
    const documents = Object.entries(DOCUMENTS).map(([name, lines]) => {
      const sections = lines.map((line, index) => `## ${index + 1}\n\n${line}`);
      return [name, `# 1\n\n${sections.join('\n\n')}\n`] as const;
    });
    await writeFiles(corpus.folder, Object.fromEntries(documents));
    ({ corpusId } = await corpus.update());
  });
  afterAll(() => corpus.dispose());

  it.each(QUESTIONS)('%s', async (query, file, line) => {
    const search = { corpusId, query, language: detectLanguage(query), topK: 5 };
    const { hits } = await corpus.index.search(search);
    const found = hits.map(({ locator, snippet }) => `${locator}: ${snippet}`);

    expect(found.slice(0, 2)).toContain(`${file}: ${DOCUMENTS[file][line]}`);
  });
});
