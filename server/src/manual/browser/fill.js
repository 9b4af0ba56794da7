// Runs in the browser, on the pages of the site: puts a token into what is copied. `filledWith` is
// the one name that it adds.
{
  /** What a token may hold (RFC 6750): nothing that a shell or a program would read as its own. */
  const TOKEN = /^[\w.~+/-]+=*$/;

  /** A command or program with the token in place of RAPPORT_TOKEN; as it is when it is none. */
  globalThis.filledWith = (text, token) => {
    if (!TOKEN.test(token)) return text;
    const quoted = JSON.stringify(token);
    return text
      .replaceAll('$RAPPORT_TOKEN', token)
      .replaceAll('process.env.RAPPORT_TOKEN', quoted)
      .replaceAll('os.environ["RAPPORT_TOKEN"]', quoted);
  };
}
