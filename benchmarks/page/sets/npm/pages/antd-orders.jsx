import {
  App, Avatar, Badge, Breadcrumb, Button, DatePicker, Drawer, Dropdown, Form, Input, Layout, Menu, Modal, Popconfirm,
  Select, Space, Table, Tabs, Tag,
} from "antd";
import { useState } from "react";
import { orders, STATUSES } from "./data.js";
import { mount } from "./mount.jsx";

const COLOURS = { Open: "blue", Paid: "green", Shipped: "purple", Returned: "red" };
const choices = STATUSES.map((label) => ({ label, value: label }));
const more = { items: ["Duplicate", "Print the invoice", "Archive"].map((label, key) => ({ key, label })) };

function columns(edit, tell) {
  return [
    { title: "Order", dataIndex: "key", sorter: true, render: (key) => <a href={`#${key}`}>{key}</a> },
    { title: "Customer", dataIndex: "customer", sorter: (a, b) => a.customer.localeCompare(b.customer) },
    { title: "Item", dataIndex: "item" },
    { title: "Total", dataIndex: "total", align: "right", sorter: (a, b) => a.total - b.total, render: (sum) => `€ ${sum}` },
    {
      title: "Status",
      dataIndex: "status",
      filters: STATUSES.map((text) => ({ text, value: text })),
      onFilter: (value, order) => order.status === value,
      render: (status) => <Tag color={COLOURS[status]}>{status}</Tag>,
    },
    { title: "Placed", dataIndex: "placed" },
    {
      title: "Actions",
      render: (_, order) => (
        <Space>
          <Button size="small" type="link" onClick={() => edit(order)}>Edit</Button>
          <Popconfirm title="Delete the order?" onConfirm={tell}>
            <Button size="small" type="link" danger>Delete</Button>
          </Popconfirm>
          <Dropdown menu={more} trigger={["click"]}><Button size="small" type="text" aria-label="More">…</Button></Dropdown>
        </Space>
      ),
    },
  ];
}

function Orders() {
  const { message } = App.useApp();
  const [edited, edit] = useState(null);
  const [sending, send] = useState(false);
  const tell = () => message.success("The report is on its way", 0);
  return (
    <Layout style={{ minHeight: "100vh" }}>
      <Layout.Sider width={210}>
        <div style={{ color: "white", padding: 20, fontSize: 18 }}>Shopdesk</div>
        <Menu
          theme="dark"
          mode="inline"
          defaultSelectedKeys={["orders"]}
          defaultOpenKeys={["sales"]}
          items={[
            { key: "home", label: "Dashboard" },
            { key: "sales", label: "Sales", children: [{ key: "orders", label: "Orders" }, { key: "returns", label: "Returns" }] },
            { key: "stock", label: "Stock", children: [{ key: "goods", label: "Goods" }] },
            { key: "settings", label: "Settings" },
          ]}
        />
      </Layout.Sider>
      <Layout>
        <Layout.Header style={{ background: "white", display: "flex", gap: 16, alignItems: "center" }}>
          <Input.Search placeholder="Search for orders" style={{ width: 320 }} />
          <span style={{ flex: 1 }} />
          <Badge count={5}><Button shape="circle" aria-label="Notifications">!</Button></Badge>
          <Dropdown menu={{ items: [{ key: 1, label: "Profile" }, { key: 2, label: "Log out", danger: true }] }}>
            <a href="#me" onClick={(event) => event.preventDefault()}><Avatar>AL</Avatar> Ada</a>
          </Dropdown>
        </Layout.Header>
        <Layout.Content style={{ padding: 24 }}>
          <Breadcrumb items={[{ title: <a href="#home">Home</a> }, { title: <a href="#sales">Sales</a> }, { title: "Orders" }]} />
          <Tabs items={["All", "Open", "Paid", "Returned"].map((label) => ({ key: label, label }))} />
          <Space style={{ marginBottom: 16 }}>
            <Select mode="multiple" placeholder="Status" options={choices} style={{ width: 200 }} />
            <DatePicker.RangePicker />
            <Button type="primary" onClick={() => send(true)}>Send a report</Button>
            <Button disabled>Merge</Button>
          </Space>
          <Table
            size="small"
            dataSource={orders}
            columns={columns(edit, tell)}
            rowSelection={{ defaultSelectedRowKeys: ["A-1001"] }}
            pagination={{ defaultPageSize: 20, showSizeChanger: true, showQuickJumper: true }}
          />
        </Layout.Content>
      </Layout>
      <Drawer title={`Order ${edited?.key}`} open={edited !== null} size={480} onClose={() => edit(null)}
        extra={<Button type="primary">Save</Button>}>
        <Form layout="vertical" initialValues={edited ?? {}}>
          <Form.Item label="Customer" name="customer"><Input /></Form.Item>
          <Form.Item label="Status" name="status"><Select options={choices} /></Form.Item>
          <Form.Item label="Remark" name="remark"><Input.TextArea rows={4} /></Form.Item>
        </Form>
      </Drawer>
      <Modal title="Send a report" open={sending} okText="Send" onOk={tell} onCancel={() => send(false)}>
        <Form layout="vertical">
          <Form.Item label="To"><Input type="email" placeholder="name@example.org" /></Form.Item>
          <Form.Item label="Format"><Select defaultValue="pdf" options={[{ value: "pdf", label: "PDF" }, { value: "csv", label: "CSV" }]} /></Form.Item>
        </Form>
      </Modal>
    </Layout>
  );
}

mount(() => <App><Orders /></App>);
