import {
  AutoComplete, Button, Cascader, Checkbox, ColorPicker, DatePicker, Form, Input, InputNumber, Mentions, Radio, Rate,
  Segmented, Select, Slider, Space, Switch, TimePicker, Tooltip, Transfer, TreeSelect, Typography, Upload,
} from "antd";
import dayjs from "dayjs";
import { countries } from "./data.js";
import { mount } from "./mount.jsx";

const options = countries.map((country) => ({ value: country.toLowerCase(), label: country }));
const regions = [
  { value: "north", label: "North", children: [{ value: "oslo", label: "Oslo" }, { value: "turku", label: "Turku" }] },
  { value: "south", label: "South", children: [{ value: "rome", label: "Rome" }, { value: "porto", label: "Porto" }] },
];
const departments = [
  { title: "Engineering", value: "eng", children: [{ title: "Platform", value: "plat" }, { title: "Web", value: "web" }] },
  { title: "Sales", value: "sales", children: [{ title: "Retail", value: "retail" }, { title: "Partners", value: "part" }] },
];
const rights = ["Read orders", "Change orders", "Refund", "Export", "Invite", "Delete"].map((title, key) => ({ title, key }));

function EmployeeForm() {
  return (
    <div style={{ maxWidth: 960, margin: "24px auto", padding: "0 24px" }}>
      <Typography.Title level={3}>New employee</Typography.Title>
      <Form
        labelCol={{ span: 6 }}
        wrapperCol={{ span: 16 }}
        initialValues={{
          name: "Ada Lovelace", country: "finland", skills: ["finland", "france"], salary: 4200, contract: "full",
          starts: dayjs("2026-03-16"), leave: [dayjs("2026-07-06"), dayjs("2026-07-24")], shift: dayjs("2026-03-16T08:30"),
          days: ["mon", "wed"], remote: true, load: 60, rating: 4, view: "Week", colour: "#1677ff",
        }}
      >
        <Form.Item label="Full name" name="name" rules={[{ required: true }]}><Input allowClear /></Form.Item>
        <Form.Item label="Password" name="password" rules={[{ required: true }]}><Input.Password /></Form.Item>
        <Form.Item label="E-mail" name="mail" validateStatus="error" help="This address is already in use">
          <AutoComplete options={["ada@example.org", "ada@example.com"].map((value) => ({ value }))}>
            <Input placeholder="name@example.org" />
          </AutoComplete>
        </Form.Item>
        <Form.Item label="Country" name="country"><Select showSearch options={options} /></Form.Item>
        <Form.Item label="Has worked in" name="skills"><Select mode="multiple" allowClear options={options} /></Form.Item>
        <Form.Item label="Office" name="office"><Cascader options={regions} placeholder="Choose an office" /></Form.Item>
        <Form.Item label="Department" name="department">
          <TreeSelect treeData={departments} treeDefaultExpandAll placeholder="Choose a department" />
        </Form.Item>
        <Form.Item label="Salary" name="salary"><InputNumber prefix="€" min={0} step={100} style={{ width: 200 }} /></Form.Item>
        <Form.Item label="First day" name="starts"><DatePicker /></Form.Item>
        <Form.Item label="Leave" name="leave"><DatePicker.RangePicker /></Form.Item>
        <Form.Item label="Shift begins" name="shift"><TimePicker format="HH:mm" minuteStep={15} /></Form.Item>
        <Form.Item label="Contract" name="contract">
          <Radio.Group>
            <Radio value="full">Full time</Radio>
            <Radio value="part">Part time</Radio>
            <Radio value="intern" disabled>Internship</Radio>
          </Radio.Group>
        </Form.Item>
        <Form.Item label="Days" name="days">
          <Checkbox.Group
            options={["Mon", "Tue", "Wed", "Thu", "Fri"].map((label) => ({ label, value: label.toLowerCase() }))}
          />
        </Form.Item>
        <Form.Item label="Remote" name="remote" valuePropName="checked"><Switch /></Form.Item>
        <Form.Item label="Workload" name="load"><Slider marks={{ 20: "20 %", 60: "60 %", 100: "100 %" }} /></Form.Item>
        <Form.Item label="Rating" name="rating"><Rate /></Form.Item>
        <Form.Item label="Calendar" name="view"><Segmented options={["Day", "Week", "Month"]} /></Form.Item>
        <Form.Item label="Badge colour" name="colour"><ColorPicker showText /></Form.Item>
        <Form.Item label="Note" name="note">
          <Mentions rows={3} placeholder="Write @ to name a colleague" options={[{ value: "grace", label: "Grace" }]} />
        </Form.Item>
        <Form.Item label="Contract file">
          <Upload beforeUpload={() => false}><Button>Choose a file</Button></Upload>
        </Form.Item>
        <Form.Item label="Rights">
          <Transfer dataSource={rights} targetKeys={[0, 3]} render={(item) => item.title} titles={["Can have", "Has"]} />
        </Form.Item>
        <Form.Item wrapperCol={{ offset: 6 }}>
          <Space>
            <Button type="primary" htmlType="submit">Save</Button>
            <Button>Cancel</Button>
            <Tooltip title="Nobody can undo this"><Button danger>Delete</Button></Tooltip>
            <Button type="link" href="#help">Help</Button>
          </Space>
        </Form.Item>
      </Form>
    </div>
  );
}

mount(EmployeeForm);
