// The functions and classes of TypeScript and JavaScript files, as the TypeScript compiler sees them.
//   node typescript_names.cjs NODE_MODULES <paths on standard input
// Prints FILE<tab>function|class<tab>NAME<tab>LINE; FILE<tab>unreadable for one that does not parse.
const fs = require('fs');
const ts = require(process.argv[2] + '/typescript');

const text_of = (name) =>
  !name ? '' : ts.isComputedPropertyName(name) ? name.expression.getText() : (name.text ?? name.getText());

// The name that an anonymous function or class takes from where it stands.
function given_name(node) {
  let value = node;
  while (ts.isParenthesizedExpression(value.parent) || ts.isAsExpression(value.parent)) value = value.parent;
  const parent = value.parent;
  if ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) &&
      parent.initializer === value)
    return ts.isIdentifier(parent.name) || !ts.isVariableDeclaration(parent) ? parent.name : undefined;
  if (ts.isBinaryExpression(parent) && parent.right === value &&
      parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    if (ts.isPropertyAccessExpression(parent.left))
      return parent.left.getText() === 'module.exports' ? undefined : parent.left.name;
    if (ts.isIdentifier(parent.left)) return parent.left;
  }
  return undefined;
}

for (const path of fs.readFileSync(0, 'utf8').split('\n')) {
  if (!path) continue;
  const kind = /\.[jt]sx$/.test(path) ? ts.ScriptKind.TSX : /\.[cm]?js$/.test(path) ? ts.ScriptKind.JSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, fs.readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  if (source.parseDiagnostics.length > 0) {
    console.log(`${path}\tunreadable`);
    continue;
  }
  const say = (what, node, name) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    console.log(`${path}\t${what}\t${text_of(name).replace(/\s/g, '').replace(/['"`\\]/g, '')}\t${line}`);
  };
  const visit = (node) => {
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node) ||
         ts.isAccessor(node)) && node.body && (node.name || ts.isConstructorDeclaration(node)))
      say('function', node, node.name ?? { text: 'constructor' });
    else if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) {
      const name = given_name(node) ?? node.name;
      if (name) say('function', node, name);
    } else if (ts.isClassDeclaration(node) && node.name && !(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Ambient))
      say('class', node, node.name);
    else if (ts.isClassExpression(node)) {
      const name = given_name(node) ?? node.name;
      if (name) say('class', node, name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
