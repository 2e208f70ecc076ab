// Greedy replies of llama.cpp: node llama.mjs MODEL.gguf < ROWS
//
// A row is {"messages": [...], "whole": pieces of prompt and reply at most}; for
// each a line {"prompt": pieces, "reply": pieces}, the prompt made by the file's
// own template. Needs node-llama-cpp (npm install node-llama-cpp): here, or in
// the folder that NODE_LLAMA names. Exit status 77: it is not there.
import {createInterface} from "node:readline";
import {createRequire} from "node:module";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

async function packages() {
  const folder = join(process.env.NODE_LLAMA ?? process.cwd(), "package.json");
  const from = createRequire(folder);
  try {
    const name = from.resolve("node-llama-cpp");
    const jinja = createRequire(name).resolve("@huggingface/jinja");
    return [await import(pathToFileURL(name)), await import(pathToFileURL(jinja))];
  } catch (e) {
    console.error("skipped: node-llama-cpp is not here (%s)", e.code ?? e.message);
    process.exit(77);
  }
}

const [{getLlama, LlamaLogLevel}, {Template}] = await packages();
const llama = await getLlama({gpu: false, build: "never", logLevel: LlamaLogLevel.error});
const model = await llama.loadModel({modelPath: process.argv[2]});
const template = new Template(model.fileInfo.metadata.tokenizer.chat_template);
// Threads of llama.cpp wait busily: more than one are slow where others work, too.
const context = await model.createContext({contextSize: model.trainContextSize, threads: 1});
const sequence = context.getSequence();

async function answer({messages, whole}) {
  const prompt = model.tokenize(template.render({messages, add_generation_prompt: true}), true);
  const reply = [];
  await sequence.clearHistory();
  if (whole > prompt.length)
    for await (const piece of sequence.evaluate(prompt, {temperature: 0})) {
      if (piece === model.tokens.eos || reply.push(piece) + prompt.length >= whole)
        break;
    }
  return {prompt, reply};
}

for await (const line of createInterface({input: process.stdin}))
  console.log(JSON.stringify(await answer(JSON.parse(line))));
process.exit(0);
