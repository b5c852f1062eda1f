// The client of `tawa-opt lsp`, or of any other tool that is built on its driver.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("tawa");
  const command = settings.get("server.path");
  const run = { command, args: settings.get("server.arguments"), transport: TransportKind.stdio };
  client = new LanguageClient("tawa", "Tawa", { run, debug: run }, {
    documentSelector: [{ language: "mlir", scheme: "file" }, { language: "mlir", scheme: "untitled" }],
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const open = "Open the settings";
    const chosen = await vscode.window.showErrorMessage(`'${command}' does not start as a language server: ${error}`, open);
    if (chosen === open) {
      vscode.commands.executeCommand("workbench.action.openSettings", "tawa.server");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) {
    await running.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("tawa.restartServer", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("tawa.server")) {
        restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
