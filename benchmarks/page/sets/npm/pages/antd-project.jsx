import { Button, Card, Collapse, List, Menu, Popover, Progress, Space, Steps, Tag, Tree } from "antd";
import { mount } from "./mount.jsx";

const folder = (key, title, children) => ({ key, title, children });
const tree = [
  folder("src", "src", [
    folder("src/app", "app", [folder("src/app/main", "main.ts"), folder("src/app/routes", "routes.ts")]),
    folder("src/style", "style", [folder("src/style/base", "base.css")]),
    folder("src/index", "index.html"),
  ]),
  folder("docs", "docs", [folder("docs/guide", "guide.md"), folder("docs/api", "api.md")]),
  folder("package", "package.json"),
];
const bar = [
  { key: "file", label: "File", children: ["New", "Open", "Save as", "Close"].map((label) => ({ key: label, label })) },
  { key: "edit", label: "Edit", children: ["Undo", "Redo", "Find"].map((label) => ({ key: label, label })) },
  { key: "help", label: <a href="#help">Help</a> },
];
const questions = ["Who may see this project?", "How long are builds kept?", "Can I restore a file?"].map((label, key) => ({
  key, label, children: <p>The owner of the project decides. <a href={`#answer-${key}`}>Read more</a></p>,
}));

function Project() {
  return (
    <div style={{ maxWidth: 1100, margin: "0 auto" }}>
      <Menu mode="horizontal" items={bar} triggerSubMenuAction="click" />
      <Steps current={1} style={{ margin: "24px 0" }} onChange={() => {}}
        items={["Plan", "Build", "Review", "Release"].map((title) => ({ title, content: "2 days" }))} />
      <div style={{ display: "grid", gridTemplateColumns: "320px 1fr", gap: 24 }}>
        <Card title="Files" extra={<Button size="small" type="link">New file</Button>}>
          <Tree checkable showLine draggable treeData={tree} defaultExpandedKeys={["src", "src/app"]} defaultCheckedKeys={["docs/api"]} />
        </Card>
        <Space orientation="vertical" size="large" style={{ display: "flex" }}>
          <Card title="Builds">
            <List
              dataSource={["#118 main", "#117 fix-login", "#116 main"]}
              renderItem={(build) => (
                <List.Item actions={[<a key="log" href="#log">Log</a>, <Button key="again" size="small">Run again</Button>]}>
                  <List.Item.Meta title={<a href="#build">{build}</a>} description="4 minutes" />
                  <Progress type="circle" percent={75} size={40} />
                </List.Item>
              )}
            />
          </Card>
          <Collapse items={questions} defaultActiveKey={[0]} />
          <Space wrap>
            {["urgent", "web", "paid"].map((name) => <Tag key={name} closable>{name}</Tag>)}
            <Tag.CheckableTag checked>mine</Tag.CheckableTag>
            <Popover trigger="click" title="Share" content={<Button type="primary">Copy the link</Button>}><Button>Share</Button></Popover>
          </Space>
        </Space>
      </div>
    </div>
  );
}

mount(Project);
