"""Chinese: boards, groups, questions, goods."""

from __future__ import annotations

from training.comment_free.vocabulary.phrases import phrases

WORDS = phrases("""
site
    数码之家 | 骑行论坛 | 家常美食
board
    新手报到 | 二手交易 | 技术交流 | 灌水专区 | 摄影作品 | 同城活动 | 装修日记 | 站务公告
about
    新人请先看版规 | 个人闲置，禁止商家 | 有问题先搜索再发帖 | 随便聊聊
topic
    求推荐一款适合{who}的{thing} | {city}有没有一起{act}的 | 用了三年的{thing}终于坏了
    {thing}和{thing2}该怎么选？ | 分享一下我的{thing} | 出一台九成新{thing}，{city}自提
    第一次{act}，求指点 | {who}适合{act}吗 | 为什么现在的{thing}越来越贵
    {city}周末{act}，还差两个人 | 【教程】{thing}清洗全过程 | 有人用过这个牌子的{thing}吗
    {act}回来，上几张图 | 大家平时都在哪里买{thing}
question
    如何看待{city}开始限制{act}？ | {who}应该怎样挑选{thing}？ | 为什么很多人不再买{thing}了？
    有哪些适合{who}的{thing}值得推荐？ | 长期{act}是一种什么体验？ | {thing}为什么用久了会发热？
    在{city}生活一个月需要多少钱？ | {act}之前需要做哪些准备？
thing
    机械键盘 | 电饭煲 | 折叠车 | 降噪耳机 | 投影仪 | 空气净化器 | 单反相机 | 路由器 | 跑步鞋
    咖啡机 | 显示器
thing2
    平板电脑 | 笔记本 | 老款的 | 国产的 | 扫地机器人
act
    爬山 | 骑车 | 露营 | 自驾 | 夜跑 | 钓鱼 | 拼车 | 租房 | 做饭
who
    学生党 | 上班族 | 新手 | 老人 | 小户型 | 孩子 | 程序员
opening
    最近打算换一台{thing}，看了很多介绍还是拿不定主意。
    上个月从{city}搬过来，想周末出去{act}。 | 家里的{thing}用了五年，昨天突然不能开机。
    作为{who}，一直想试试{act}。
detail
    预算在两千左右，主要在家里用。 | 售后说已经过了保修期，维修要六百多。
    网上说法不一，有人说没必要买太贵的。 | 同事推荐了两个牌子，价格差了一倍。
    之前也用过{thing2}，感觉不太习惯。
ask
    有懂的朋友说说吗？ | 大家觉得值不值得？ | 应该怎么选？
tag
    数码 | 生活 | 旅行 | 美食 | 编程 | 职场 | 摄影 | 健身
node
    问与答 | 分享发现 | 程序员 | 二手交易 | 酷工作 | Apple | Python | Linux | 宽带症候群 | 生活
user
    老王不在家 | 小熊饼干 | 北方的雪 | momo | 一只柚子 | 阿杰 | livid2 | 清风徐来 | 大橘
    夜行者 | 南瓜车 | zhangwei88 | 豆沙包 | 海边的风 | 路人甲 | 青柠 | tinyfish | 码农小李
    晴天 | 半糖 | 木子 | 快乐风男
city
    杭州 | 成都 | 上海 | 武汉 | 西安 | 厦门 | 南京
person
    王芳 | 李强 | 张伟 | 刘洋 | 陈静 | 赵磊
group
    生活组 | 租房小组 | 爱猫生活 | 极简主义者 | 今天吃什么
shop
    优选商城
aisle
    女装 | 男鞋 | 手机数码 | 家用电器 | 食品生鲜 | 图书 | 母婴 | 美妆 | 运动户外
product
    {brand} {thing} {spec} {sell} | {brand}{thing}{who}专用{spec}
    {brand}（{latin}）{thing} {spec} {sell} {colour}
brand
    云禾 | 海岳 | 极光 | 小象 | 松果 | 北辰
latin
    YUNHE | HAIYUE | AURORA | SONGO
spec
    2024新款 | 大容量 | 家用 | 静音款 | 官方标配 | 3L | 27英寸 | 升级版
sell
    包邮 | 顺丰速发 | 送礼 | 节能省电 | 一年换新
colour
    白色 | 黑色 | 墨绿色 | 奶油色
store
    官方旗舰店 | 京选自营 | 数码专营店 | 品质生活馆 | 工厂直销店
province
    广东 深圳 | 浙江 杭州 | 江苏 苏州 | 上海 | 福建 泉州 | 山东 青岛
promo
    满200减30 | 券后立减 | 赠品 | 免邮 | 秒杀
""")
