const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The tags that show that a text is markup. Anything else is text, also with a `<` in it. */
const TAGS = /^(?:p|div|br|span|a|ul|ol|li|b|strong|i|em|u|h[1-6]|table|tr|td|font)$/;
const LINES = /^(?:br|\/p|\/div|\/h[1-6]|\/tr|\/ul|\/ol)$/;

type Piece = { tag: string | null; text: string };

/** HTML as some exporters write notes, in Markdown: lines, bold, lists and links. Else the text. */
export function textOfHtml(html: string): string {
  const pieces = piecesOf(html);
  if (!pieces.some(({ tag }) => tag !== null && TAGS.test(tag))) return html;
  let [text, link, isHidden] = ['', '', false];
  for (const { tag, text: own } of pieces) {
    if (tag === null) {
      if (!isHidden) text += unescaped(own.replace(/[\r\n]+/g, ' '));
    } else if (/^\/?(?:script|style)$/.test(tag)) isHidden = !tag.startsWith('/');
    else if (/^\/?(?:b|strong)$/.test(tag)) text += '**';
    else if (tag === 'li') text += '\n- ';
    else if (LINES.test(tag)) text += '\n';
    else if (tag === 'a') {
      link = /href="(https?:[^"\s)]*)"/i.exec(own)?.[1] ?? '';
      if (link) text += '[';
    } else if (tag === '/a' && link) {
      text += `](${link})`;
      link = '';
    }
  }
  return tidy(text);
}

/** Cuts the text at its tags. It reads each letter once, whatever the text is. */
function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < html.length; ) {
    const start = html.indexOf('<', from);
    const end = start === -1 ? -1 : html.indexOf('>', start);
    if (end === -1) {
      pieces.push({ tag: null, text: html.slice(from) });
      break;
    }
    const inner = html.slice(start + 1, end);
    const tag = /^\/?[a-z][a-z0-9]*/i.exec(inner)?.[0].toLowerCase() ?? null;
    if (start > from) pieces.push({ tag: null, text: html.slice(from, start) });
    pieces.push(tag === null ? { tag, text: html.slice(start, end + 1) } : { tag, text: inner });
    from = end + 1;
  }
  return pieces;
}

function tidy(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replaceAll('****', '').split(/\s+/).filter(Boolean).join(' '));
  const kept = lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
  return kept.join('\n').trim();
}

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,6}));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
