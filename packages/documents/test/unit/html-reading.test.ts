import { describe, expect, it } from 'vitest';
import { readHtml } from '../../html/html-reading.ts';

const LONG = 'The keeper lights the lamp before the tide turns. '.repeat(6);
const page = (body: string, head = '<title>Lamp rules</title>') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

describe('readHtml', () => {
  it('keeps headings and tables as Markdown, and links absolute', async () => {
    const html =
      page(`<article><h1>Lamp rules</h1><p>${LONG}</p><h2>Oil</h2><p>See <a href="oil.html#a">the oil</a>.</p>
      <table><tr><th>Hour</th><th>Oil</th></tr><tr><td>1</td><td>2 l</td></tr></table></article>`);
    const { text } = await readHtml(html, 'https://harbour.example/rules/lamp.html');

    expect(text).toMatch(/^# Lamp rules\n/);
    expect(text).toContain('\n## Oil\n');
    expect(text).toContain('[the oil](https://harbour.example/rules/oil.html#a)');
    expect(text).toContain('| Hour | Oil |\n| --- | --- |\n| 1 | 2 l |');
  });

  it('leaves the heading that the page has for its title in its place', async () => {
    const { text } = await readHtml(page(`<p>Harbour of Anholt.</p><h1>Lamp rules</h1><p>${LONG}</p>`), 'a.html');

    expect(text).toMatch(/^Harbour of Anholt\.\n\n# Lamp rules\n\nThe keeper/);
  });

  it.each(['<code>lamp_oil_t</code> burns.', 'Set <b>__LAMP__</b>.', 'Call lamp_on() and lamp_off().', 'x^2 and a_i.'])(
    'takes no word for lost whose signs Markdown protects: %s',
    async (words) => {
      expect((await readHtml(page(`<h1>Lamps</h1><p>${LONG}</p><p>${words}</p>`), 'a.html')).problem).toBeNull();
    },
  );

  it.each(['<ul><li>', '<dl><dt>light</dt><dd>'])('begins code in a list in a line of its own: %s', async (list) => {
    const { text } = await readHtml(page(`${list}<pre>on()\n\n  off()</pre><h2>Oil</h2><p>${LONG}</p>`), 'a.html');

    expect(text).toMatch(/^\t```\n\ton\(\)\n\n\t {2}off\(\)\n\t```$/m);
  });

  it('turns definition lists into entries "**term**: definition", nested ones too', async () => {
    const list =
      '<dl><dt>Oil</dt><dd>What burns.<dl><dt>Whale</dt><dd>An animal.</dd></dl></dd><dt>A</dt><dt>B</dt><dd>Both.</dd></dl>';
    const { text } = await readHtml(page(`<article><h1>Words</h1><p>${LONG}</p>${list}</article>`), 'a.html');

    expect(text).toMatch(/- \*\*Oil\*\*: What burns\.\s+- \*\*Whale\*\*: An animal\.\n- \*\*A\*\*, \*\*B\*\*: Both\./);
  });

  it.each([
    ['It costs <del>100</del> 80 euros.', 'It costs ~~100~~ 80 euros.'],
    ['It is <s>open </s>shut, <strike>red</strike> green.', 'It is ~~open~~ shut, ~~red~~ green.'],
    ['It is <s>o</s><s>pen</s> shut.', 'It is ~~open~~ shut.'],
    ['It costs <span style="color: red; text-decoration: line-through">100</span> 80.', 'It costs ~~100~~ 80.'],
    ['It costs <span class="gone">100</span> 80 euros.', 'It costs ~~100~~ 80 euros.'],
    [
      'It is <del><b>very</b> dark</del> <del>and <s>quite</s> wet</del> here.',
      'It is **~~very~~** ~~dark~~ ~~and~~ ~~quite~~ ~~wet~~ here.',
    ],
    ['Run <del><code>npm i</code></del> <code>npm ci</code>.', 'Run ~~`npm i`~~ `npm ci`.'],
    ['It has 2<sup>60</sup> parts of 10<sup>-3</sup> kg.', 'It has 2⁶⁰ parts of 10⁻³ kg.'],
    ['It has 2<span style="vertical-align: super">60</span> parts.', 'It has 2⁶⁰ parts.'],
    ['It has 10<span class="up">4</span> parts of H<sub>2</sub>O.', 'It has 10⁴ parts of H₂O.'],
    ['It is dark.<sup>3</sup> It is 10<sup>2.5</sup>.', 'It is dark.<sup>3</sup> It is 10^(2.5).'],
  ])('keeps what a mark says: %s', async (html, expected) => {
    const head =
      '<title>Oil</title><style>.gone { text-decoration: line-through } @media screen { .up { vertical-align: super; } } p:hover { text-decoration: line-through }</style>';
    const { text } = await readHtml(
      page(`<article><h1>Oil</h1><p>${LONG}</p><p>${html}</p></article>`, head),
      'a.html',
    );
    const little = await readHtml(page(`<p>${html}</p>`, head), 'a.html');

    expect(text.split('\n\n').at(-1)).toBe(expected);
    const seen = expected.replaceAll(/[*`]/g, '').replaceAll(/<sup>(.*?)<\/sup>/g, '[^$1]');
    expect(little.text.replaceAll(/[*`]/g, '').replaceAll(/<sup>(.*?)<\/sup>/g, '[^$1]')).toContain(seen);
  });

  it('strikes every paragraph of a struck part, and every cell', async () => {
    const struck = `<del><p>It was dark here.</p><p>It was <i>wet</i> here.</p></del><table><tr><td>Oil</td><td><del>4</del> 5</td></tr></table>`;
    const { text } = await readHtml(page(`<article><h1>Oil</h1><p>${LONG}</p>${struck}</article>`), 'a.html');

    expect(text).toContain('~~It was dark here.~~\n\n~~It was~~ *~~wet~~* ~~here.~~');
    expect(text).toContain('~~4~~ 5');
  });

  it('drops what a browser does not show', async () => {
    const hidden =
      '<p style="display: none">obey me</p><div hidden>obey me</div><p style="font-size:0">obey me</p><p style="position:absolute;left:-9999px">obey me</p><script>obey me</script>';
    const full = await readHtml(page(`<article><h1>Oil</h1><p>${LONG}</p>${hidden}</article>`), 'a.html');
    const little = await readHtml(page(`<p>Closed today.</p>${hidden}`), 'a.html');

    expect(full.text + little.text).not.toContain('obey');
    expect(little.text).toContain('Closed today.');
  });

  const RULE = 'Carts above two tonnes stay off the pier.';
  it.each([
    ['an aside', `<aside class="warning"><p>${RULE}</p></aside>`],
    ['a footer', `<footer><p>${RULE}</p></footer>`],
    ['a header', `<header><p>${RULE}</p></header>`],
    ['a related box', `<div class="related banner">${RULE}</div>`],
    ['a button', `<button>${RULE}</button>`],
    ['a label', `<label>${RULE}</label>`],
    ['a dialog', `<dialog>${RULE}</dialog>`],
    ['the caption of a table', `<table><caption>${RULE}</caption><tr><td>1</td></tr></table>`],
    ['noscript', `<noscript><p>${RULE}</p></noscript>`],
    ['an embedded frame', `<iframe srcdoc="<p>${RULE}</p>"></iframe>`],
    ['text for eyes only', `<p aria-hidden="true">${RULE}</p>`],
    ['text that a search in the page opens', `<p hidden="until-found">${RULE}</p>`],
    ['a navigation with words of its own', `<nav><p>${RULE}</p><a href="b.html">Oil</a></nav>`],
  ])('keeps %s of a file', async (_, markup) => {
    const read = await readHtml(
      page(`<article><h1>Rules</h1><p>${LONG}</p>${markup}<p>${LONG}</p></article>`),
      'a.html',
    );

    expect(read).toMatchObject({ text: expect.stringContaining(RULE), problem: null });
  });

  it.each([
    ['hidden text', `<div style="display:none">${RULE}</div>`, '8 words not read: hidden text'],
    ['hidden text', `<div hidden>${RULE}</div>`, '8 words not read: hidden text'],
    ['menus', '<nav><a href="b.html">Whaling</a><a href="c.html">Fog signals</a></nav>', '3 words not read: menus'],
    ['menus', '<div role="navigation"><a href="b.html">Whaling</a></div>', '1 word not read: menus'],
    ['both', `<nav><a href="b.html">Whaling</a></nav><p hidden>${RULE}</p>`, '9 words not read: menus and hidden text'],
    ['nothing that the text does not say', '<nav><a href="#lamp">The lamp</a></nav><p hidden>the keeper</p>', null],
    ['nothing of a program or a style', '<script>whaling()</script><style>.whaling {}</style>', null],
  ])('says that it leaves out %s: %s', async (_, markup, problem) => {
    const file = page(`<article><h1>Rules</h1><p>${LONG}</p></article>${markup}`);

    expect(await readHtml(file, 'a.html')).toMatchObject({ text: expect.not.stringMatching(/Carts|Whaling/), problem });
  });

  it.each([
    'Water is H<sub>2</sub>O and weighs 10<sup>-3</sup> t per m<sup>2</sup>.',
    'It is the 4<sup>th</sup> of x<sup>n+1</sup> lamps, at most a<sub>max</sub>.',
    'The lamp burns.<sup>1</sup> It hisses<sup><a href="#n2">[2]</a></sup>.',
  ])('leaves nothing out where words are raised or lowered: %s', async (sentence) => {
    const read = await readHtml(page(`<article><h1>Rules</h1><p>${LONG}</p><p>${sentence}</p></article>`), 'a.html');

    expect(read.problem).toBeNull();
  });

  it('takes only the main content of a page of the web', async () => {
    const site = page(`<article><h1>Rules</h1><p>${LONG}</p></article><footer>${RULE}</footer>`);

    expect((await readHtml(site, 'https://harbour.example/rules')).text).not.toContain(RULE);
  });

  it.each([
    ['menus', '<nav><a href="b.html">Whaling</a></nav>', '1 word not read: menus'],
    ['a long menu', `<nav>${'<a href="b.html">Whaling</a> '.repeat(300)}</nav>`, '300 words not read: menus'],
    ['a footer', `<footer>${RULE}</footer>`, '8 words not read: what surrounds the article'],
    ['hidden text', `<p hidden>${RULE}</p>`, '8 words not read: hidden text'],
    ['nothing', '', undefined],
  ])('trims a page of the web by %s without calling it a problem', async (_, markup, trimmed) => {
    const site = page(`<article><h1>Rules</h1><p>${LONG}</p></article>${markup}`);
    const read = await readHtml(site, 'https://harbour.example/rules');

    expect([read.problem, read.trimmed]).toEqual([null, trimmed]);
  });

  it.each([
    ['a footer', `<footer>${`${RULE} `.repeat(80)}</footer>`, 'what surrounds the article'],
    ['hidden text', `<div hidden>${`${RULE} `.repeat(80)}</div>`, 'hidden text'],
  ])('calls it a problem that more of a page of the web is in %s than in its article', async (_, markup, what) => {
    const site = page(`<article><h1>Rules</h1><p>${LONG}</p></article>${markup}`);
    const read = await readHtml(site, 'https://harbour.example/rules');

    expect(read).toMatchObject({ problem: `640 words not read: ${what}` });
    expect(read.trimmed).toBeUndefined();
  });

  it('takes the date that the page states', async () => {
    const head = '<title>Oil</title><meta property="article:published_time" content="2024-05-06T10:00:00Z">';

    expect(await readHtml(page(`<article><p>${LONG}</p></article>`, head), 'a.html')).toMatchObject({
      publishedAt: '2024-05-06T10:00:00.000Z',
    });
  });

  const linked = (json: string) => `<script type="application/ld+json">${json}</script>`;
  it.each([
    ['linked data', linked('{"@type":"Article","datePublished":"2024-05-06"}')],
    ['a list of linked data', linked('[{"@type":"WebSite"},{"@type":["NewsArticle"],"datePublished":"2024-05-06"}]')],
    [
      'a graph with other dates',
      linked(
        '{"@graph":[{"@type":"WebSite","datePublished":"2001-01-01"},{"@type":"Article","datePublished":"2024-05-06","hasPart":[{"@type":"Article","datePublished":"1999-01-01"}]}]}',
      ),
    ],
    [
      'the one of several articles that has its heading',
      linked('{"@type":"Article","headline":"Fog","datePublished":"1999-01-01"}') +
        linked('{"@type":"Article","headline":"Oil","datePublished":"2024-05-06"}'),
    ],
    ['linked data beside broken ones', linked('{"@type":') + linked('{"@type":"Report","dateModified":"2024-05-06"}')],
    ['linked data in a wrapping', linked('/*<![CDATA[*/{"@type":"Article","datePublished":"2024-05-06"}/*]]>*/')],
    ['Dublin Core', '<meta name="DC.date.issued" content="2024-05-06">'],
    ['a property of a journal', '<meta name="citation_publication_date" content="2024/05/06">'],
    ['an item property', '<meta itemprop="datePublished" content="2024-05-06">'],
    ['its last change', '<meta property="og:updated_time" content="2024-05-06">'],
  ])('takes its date from %s', async (_, head) => {
    const { publishedAt } = await readHtml(page(`<article><h1>Oil</h1><p>${LONG}</p></article>`, head), 'a.html');

    expect(publishedAt).toBe('2024-05-06T00:00:00.000Z');
  });

  it.each([
    ['another article', linked('{"@type":"WebPage","relatedLink":{"@type":"Article","datePublished":"1999-01-01"}}')],
    [
      'two articles of a list',
      linked('[{"@type":"Article","datePublished":"1999-01-01"},{"@type":"Article","datePublished":"1998-01-01"}]'),
    ],
    ['its site', linked('{"@type":"WebSite","datePublished":"1999-01-01"}')],
  ])('takes no date of %s', async (_, head) => {
    const { publishedAt } = await readHtml(page(`<article><h1>Oil</h1><p>${LONG}</p></article>`, head), 'a.html');

    expect(publishedAt).toBeNull();
  });

  it.each(['a.html', 'https://harbour.example/a'])('reads a page with nothing but a menu: %s', async (locator) => {
    const { text } = await readHtml('<nav><a href="b.html">Open <i>tomorrow</i></a></nav>', locator);

    expect(text).toBe('Open tomorrow');
  });

  it.each(['<div>', '<nav><a href="x"></a>'])(
    'reads the words of a page nested extremely in %s, and says so',
    async (tag) => {
      const { text, problem } = await readHtml(page(`${tag.repeat(5_000)}<p>${LONG}</p>`), 'a.html');

      expect(text).toBe(LONG.trim());
      expect(problem).toBe('nested too deeply: read without its structure');
    },
  );

  it('reads XHTML as a page', async () => {
    const xhtml = `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Oil</title></head><body><h2>Wick</h2><p>${LONG}</p></body></html>`;

    expect(await readHtml(xhtml, 'a.xhtml')).toMatchObject({ title: 'Oil', text: expect.stringContaining('## Wick') });
  });

  it('reads the words of a feed', async () => {
    const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour news</title>
      <item><title>Fog</title><description><![CDATA[<p>Fog <b>came</b> in.</p>]]></description></item>
      <item><title>Tide &amp; wind</title><description>The tide is &lt;i&gt;high&lt;/i&gt;.</description></item></channel></rss>`;

    expect(await readHtml(feed, 'https://harbour.example/feed')).toMatchObject({
      title: 'Harbour news',
      text: 'Harbour news\n\nFog\n\nFog came in.\n\nTide & wind\n\nThe tide is high.',
    });
  });
});
