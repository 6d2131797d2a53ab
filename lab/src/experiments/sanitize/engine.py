# Runs chains of functions on words. A line is a chain, a tab, and words; the answer has an output for each word.
import html, json, re, sys, urllib.parse, warnings
warnings.simplefilter('ignore')
text = lambda code: '' if code == '-' else bytes.fromhex(code).decode('utf-16-be', 'surrogatepass')
def hexed(word):
    return word.encode('utf-16-be', 'surrogatepass').hex() or '-'
def one(name, rest, flags):
    if name == 'lower': return str.lower
    if name == 'upper': return str.upper
    if name in ('trim', 'strip'): return str.strip
    if name == 'rev': return lambda s: s[::-1]
    if name == 'urldecode': return urllib.parse.unquote
    if name == 'htmldecode': return html.unescape
    if name == 'unescape-json': return lambda s: json.loads('"' + s + '"')
    a, b = text(rest[0]), text(rest[1])
    if name == 'replace': return lambda s: s.replace(a, b)
    if name == 'first': return lambda s: s.replace(a, b, 1)
    if name == 'match':
        pattern = re.compile(a, flags)
        pattern.sub(b, '')
        return lambda s: pattern.sub(b, s)
    raise ValueError(name)
def chain(items, flags):
    functions = []
    while items and items[0] != ')':
        item = items.pop(0)
        if item == '(':
            inner = chain(items, flags)
            items.pop(0)
            def until_stable(s, inner=inner):
                for _ in range(100):
                    if len(s) > 2000: break
                    after = inner(s)
                    if after == s: return s
                    s = after
                raise ValueError('no end')
            functions.append(until_stable)
        else:
            name, *rest = item.split(':')
            functions.append(one(name, rest, flags))
    def run(s):
        for function in functions: s = function(s)
        return s
    return run
for line in sys.stdin:
    flags, functions, forbidden, words = line.rstrip('\n').split('\t')
    flags = re.I if 'i' in flags else 0
    try:
        run = chain(functions.split(), flags)
        bad = re.compile(text(forbidden), flags)
    except Exception as error:
        print('error', ' '.join(str(error).split()), flush=True)
        continue
    answers = []
    for word in words.split(' '):
        try:
            output = run(text(word))
            answers.append(hexed(output) + ('+' if bad.search(output) else ''))
        except Exception:
            answers.append('!')
    print(' '.join(answers), flush=True)
