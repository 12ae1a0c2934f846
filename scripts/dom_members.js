// A plugin of esbuild that makes our in-page code read the DOM as it is, whatever a page names its fields and images.
//
// `form.children` returns a field of that name if the form has one. TypeScript knows the type of each expression, so each
// member that is read from an element or a document, such as `form.children`, becomes `form[$children]`, where
// `$children` is a symbol that no page can shadow (`dom/member.js`). What cannot be replaced, such as a member that is
// read by destructuring, is an error of the build.

import ts from 'typescript';

const SYMBOLS = 'virtual:dom-members';

/** @param {{config: string, member: string}} paths of the tsconfig.json and of the module that exports `member` */
export function domMembers({ config, member }) {
  return {
    name: 'dom-members',
    /** @param {import('esbuild').PluginBuild} build */
    setup(build) {
      const { texts, names, errors } = rewritten(config);
      build.onStart(() => ({ errors }));
      build.onResolve({ filter: /^virtual:dom-members$/ }, () => ({ path: SYMBOLS, namespace: SYMBOLS }));
      build.onLoad({ filter: /.*/, namespace: SYMBOLS }, () => ({
        contents: `import { member } from '${member}';\n${names.map((name) => `export const $${name} = member('${name}');\n`).join('')}`,
        resolveDir: '/',
      }));
      build.onLoad({ filter: /\.js$/ }, ({ path }) => ({ contents: texts.get(path), loader: 'js' }));
    },
  };
}

/**
 * The modules of a project with symbols in place of the members.
 * @param {string} config path of its tsconfig.json
 */
function rewritten(config) {
  const { options, fileNames } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, config.replace(/[^/]*$/, ''));
  const program = ts.createProgram(fileNames, options);
  const isOfDom = domReceivers(program.getTypeChecker());
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Set<string>} */
  const names = new Set();
  /** @type {import('esbuild').PartialMessage[]} */
  const errors = [];
  for (const file of fileNames) {
    const source = /** @type {ts.SourceFile} */ (program.getSourceFile(file));
    /** By where they begin. @type {Map<number, {to: number, text: string}>} */
    const edits = new Map();
    /** @type {Set<string>} */
    const used = new Set();
    /** @param {ts.Node} node */
    const visit = (node) => {
      const problem = problemOf(node, isOfDom);
      const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
      if (problem) errors.push({ text: problem, location: { file, line: line + 1, column: character, lineText: node.getText() } });
      if (ts.isPropertyAccessExpression(node) && !isAssigned(node) && isOfDom(node.expression)) {
        const name = node.name.text;
        used.add(name);
        edits.set(node.expression.end, { to: node.name.end, text: `${node.questionDotToken ? '?.' : ''}[$${name}]` });
      }
      for (const { pos, end } of /** @type {{jsDoc?: ts.JSDoc[]}} */ (/** @type {unknown} */ (node)).jsDoc ?? []) {
        edits.set(pos, { to: end, text: source.text.slice(pos, end).replace(/.*/g, '') }); // errors are read without comments
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    let text = source.text;
    for (const [from, { to, text: other }] of Array.from(edits).sort(([one], [next]) => next - one)) {
      text = text.slice(0, from) + other + text.slice(to);
    }
    const imported = Array.from(used, (name) => `$${name}`).sort().join(', ');
    texts.set(file, imported ? `${text}\nimport { ${imported} } from '${SYMBOLS}';\n` : text); // at the end, so that lines keep their numbers
    for (const name of used) names.add(name);
  }
  return { texts, names: Array.from(names).sort(), errors };
}

/**
 * Whether the value of an expression may be an element or a document.
 * @param {ts.TypeChecker} checker
 * @returns {(expression: ts.Node) => boolean}
 */
function domReceivers(checker) {
  const [element, document] = ['Element', 'Document'].map((name) => (
    checker.getDeclaredTypeOfSymbol(/** @type {ts.Symbol} */ (checker.resolveName(name, undefined, ts.SymbolFlags.Type, false)))
  ));
  /** @param {ts.Type} type @returns {boolean} */
  const mayBe = (type) => {
    if (type.isUnionOrIntersection()) return type.types.some(mayBe);
    if (!(type.flags & ts.TypeFlags.Object)) return false;
    if (checker.isTypeAssignableTo(type, element) || checker.isTypeAssignableTo(type, document)) return true;
    const isOfPlatform = type.symbol?.declarations?.some((one) => /\/lib\.dom\.d\.ts$/.test(one.getSourceFile().fileName));
    return Boolean(isOfPlatform) && checker.isTypeAssignableTo(element, type); // such as Node
  };
  return (expression) => {
    const type = checker.getTypeAtLocation(expression);
    return mayBe(checker.getBaseConstraintOfType(type) ?? type);
  };
}

/**
 * Why a member that a node reads cannot be replaced; empty if it can, or if the node reads none.
 * @param {ts.Node} node
 * @param {(expression: ts.Node) => boolean} isOfDom
 */
function problemOf(node, isOfDom) {
  if (ts.isObjectBindingPattern(node) && isOfDom(node)) return 'read the members of an element or a document one by one, as `element.children`';
  if (ts.isElementAccessExpression(node) && isOfDom(node.expression)) return 'read a member of an element or a document by its name, as `element.children`';
  return '';
}

/** @param {ts.PropertyAccessExpression} node */
function isAssigned(node) {
  return ts.isBinaryExpression(node.parent) && node.parent.left === node && node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}
